/** A question, asked: whatever is refused before any data was read is not charged, and engines fail at nothing. */
import type { Data, Verbs } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { refusalOf, type Secrets } from './oracle.ts';
import { Finding } from './target.ts';

/** Told only after the data were read: what was charged stays charged. */
const AFTER_READING = ['engine_failed', 'source_changed', 'cancelled'];

const OPTIONS = { epsilon: '0.0001', delta: '0.0000001' };

export async function askedOutcome(
  data: Data<PolicyInput>,
  questionOf: () => Promise<Verbs> | Verbs,
  secrets: Secrets,
): Promise<string> {
  const spent = async (): Promise<number> => (await data.deployment.ledger.budget()).spent.epsilon!;
  const before = await spent();
  try {
    const question = await questionOf();
    question.explain({ ...OPTIONS, rates: [0.5] });
    const { rows } = await question.ask(OPTIONS);
    JSON.stringify(rows);
    return 'answered';
  } catch (thrown) {
    const { code, message } = refusalOf(thrown, secrets);
    if (AFTER_READING.includes(code)) throw new Finding(code, 'on data in which nothing is odd');
    if ((await spent()) !== before) throw new Finding('charged', `${code}: ${message}`);
    return `${code} ${message.replace(/\d+/g, '0').replace(/".*?"|'.*?'/g, '')}`.slice(0, 80);
  }
}
