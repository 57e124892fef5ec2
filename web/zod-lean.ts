import type { Plugin } from 'vite'

const JSON_SCHEMA = /[\\/]node_modules[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/
/** What such a file exports: `export const x =`, `export function x(`. */
const EXPORTS = /^export (?:const|function) (\w+)/gm

/**
 * Leaves out of the browser's zod what turns schemas into JSON schema: the server makes OpenAPI of the declarations, a page
 * never does, and every schema would bring it along.
 */
export function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'zod-without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: JSON_SCHEMA },
      handler(code) {
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
