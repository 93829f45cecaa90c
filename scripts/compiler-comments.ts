/** Types of other people's packages, as they are bundled: what their authors tell the compiler must stay on its own line. */
import type { Rolldown } from 'tsdown';

/** A plugin that puts back the line ends round `@ts-ignore`, which speaks of the line after it. */
export const compilerComments = (): Rolldown.Plugin => ({
  name: 'compiler-comments',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && file.fileName.endsWith('.d.ts'))
        file.code = file.code.replaceAll(/ *(\/\*\* @ts-ignore [^*]*\*\/)/g, '\n$1\n');
  },
});
