// Preloaded into dependency-cruiser 17, the last that runs on Node 20. It hands .tsx files to swc as plain TypeScript,
// which fails at the first JSX element (repaired in version 18, which needs Node 22).
const swc = require('@swc/core')

const parse = swc.parseFileSync
swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: /\.[jt]sx$/.test(file) })
