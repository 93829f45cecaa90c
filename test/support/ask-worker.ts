/** A process of its own that keeps a policy open and asks what it is told to: for tests that race two of them. */
import { open } from '../../src/answer.ts';
import { Refusal } from '../../src/vocabulary/index.ts';

export interface AskCommand {
  readonly sql: string;
  readonly epsilon: string;
}

/** `open` once the data is; then `charged` or the code of a refusal for every command. */
const say = (word: string): void => {
  process.send?.(word);
};

const data = await open(process.argv[2], { analyst: process.argv[3] });
process.on('message', async ({ sql, epsilon }: AskCommand) => {
  try {
    const question = await data.sql(sql);
    await question.ask({ epsilon, fresh: true });
    say('charged');
  } catch (caught) {
    say(caught instanceof Refusal ? caught.code : `fault: ${caught}`);
  }
});
process.on('disconnect', () => void data.close());
say('open');
