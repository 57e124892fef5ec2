import type { Plugin } from 'vite'

const CONTRACT = /[\\/]packages[\\/]contract[\\/]src[\\/].+\.ts$/
/** What a call says of itself in a sentence, as it stands in its declaration. */
const DOC = /^(\s+doc:)\s+(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`),$/gm

/** Leaves the sentences of the calls out of the browser: the server makes OpenAPI of them, a page never reads one. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: CONTRACT },
      handler: (code) => ({ code: code.replace(DOC, `$1 '',`), map: null }),
    },
  }
}
