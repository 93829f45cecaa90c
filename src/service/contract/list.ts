/** Lists that nobody changes, as all data of ours. */
import { z } from 'zod';

export const list = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).readonly();
