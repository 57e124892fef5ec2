import { createHash } from 'node:crypto'

/** The id of a drug of the platform, by its code: the same in every database, as the migration has written it. */
export function platformDrugId(code: string): string {
  const hash = createHash('sha256').update(`dentin drug ${code}`).digest('hex')
  const part = (from: number, to: number) => hash.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-5${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`
}
