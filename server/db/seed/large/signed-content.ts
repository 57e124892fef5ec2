import { hash } from 'node:crypto'
import { canonicalJson } from '@dentin/kit'
import { JsonCell } from '../copy.ts'

/** What a record says as it was signed: its text, made once for the row, its version and its audit row, and the hash of it. */
export function signedContent(content: object): { cell: JsonCell; hash: string } {
  const text = canonicalJson(content)
  return { cell: new JsonCell(text), hash: hash('sha256', text) }
}
