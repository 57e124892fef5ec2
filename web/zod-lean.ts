import type { Plugin } from 'vite'

const JSON_SCHEMA = /[\\/]node_modules[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/
/** What such a file exports: `export const x =`, `export function x(`. */
const EXPORTS = /^export (?:const|function) (\w+)/gm

/** What zod says in English of an input for which a field has no words of its own. */
const ENGLISH = /[\\/]node_modules[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/

/**
 * Leaves out of the browser's zod what turns schemas into JSON schema: the server makes OpenAPI of the declarations, a page
 * never does, and every schema would bring it along. Its English goes as well: whatever a field says nothing of is said in Chinese.
 */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform: {
      filter: { id: [JSON_SCHEMA, ENGLISH] },
      handler(code, id) {
        if (ENGLISH.test(id)) return { code: `export default () => ({ localeError: () => '填写有误' })`, map: null }
        const names = [...code.matchAll(EXPORTS)].map(([, name]) => name ?? '')
        if (names.length === 0) throw new Error('zod names its JSON schema functions otherwise than before')
        const absent = `const absent = () => { throw new Error('JSON schema is made on the server') }`
        // What makes a method is called with every schema, the method itself never.
        const lines = names.map(
          (name) => `export const ${name} = ${name.startsWith('create') ? '() => absent' : 'absent'}`,
        )
        return { code: [absent, ...lines].join('\n'), map: null }
      },
    },
  }
}
