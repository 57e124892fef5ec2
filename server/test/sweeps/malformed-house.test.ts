import { malformedInput } from './malformed.ts'

await malformedInput('house')
