/** What an aggregator writes down of its work: which campaign, which round, what kind of thing. Never a report. */
export interface LogLine {
  readonly event: 'open' | 'close' | 'agreed' | 'released' | 'refused' | 'fault';
  readonly campaign?: string;
  readonly round?: number;
  readonly code?: string;
  readonly count?: number;
}

export type Log = (line: LogLine) => void;
