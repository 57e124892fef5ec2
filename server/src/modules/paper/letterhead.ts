import type { RecordNotation, RecordPaper } from '@dentin/contract/core/papers'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { pictureById } from '../../platform/files/pictures.ts'
import { readAll } from '../../platform/files/store.ts'
import type { Services } from '../../platform/services.ts'
import { readSettings } from '../clinic/index.ts'

/** How a clinic prints: its head with its mark, its usual paper, and how it writes teeth. */
export interface Letterhead {
  address: string
  phone: string
  /** A data URL; null: it has none that a PDF can show. */
  logo: string | null
  paper: RecordPaper
  notation: RecordNotation
  /** Whether records show what hangs on them. */
  pictures: boolean
}

/** Marks by their picture, which never changes; a few clinics print at a time. */
const marks = new Map<string, string | null>()
const KEPT_MARKS = 50
/** A larger picture would weigh more than the paper. */
const MARK_BYTES = 300_000

async function markOf(tx: TenantTx, { files, log }: Services, pictureId: string): Promise<string | null> {
  const known = marks.get(pictureId)
  if (known !== undefined) return known
  const picture = await pictureById(tx, pictureId)
  const type = picture?.mediaType ?? ''
  if (!picture || (type !== 'image/png' && type !== 'image/jpeg')) return null
  // A paper without its mark is better than none.
  const bytes = await readAll(await files.get(picture.storageKey)).catch((error: unknown) => {
    log.warn({ err: error, pictureId }, 'mark of a letterhead not read')
    return null
  })
  if (bytes === null) return null
  const mark = bytes.length > MARK_BYTES ? null : `data:${type};base64,${bytes.toString('base64')}`
  if (marks.size >= KEPT_MARKS) marks.clear()
  marks.set(pictureId, mark)
  return mark
}

const head = select(columns('clinic', 'c', 'address', 'phone', 'logo_id'), {
  settings: sql<Record<string, unknown>>`c.settings`,
})

/** How a clinic prints. */
export async function letterheadOf(tx: TenantTx, services: Services, clinicId: string): Promise<Letterhead> {
  const { logoId, settings, ...where } = await tx.need(
    head.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`,
  )
  const { recordPaper: paper, recordNotation: notation, recordPictures: pictures } = readSettings(settings)
  return { ...where, paper, notation, pictures, logo: logoId === null ? null : await markOf(tx, services, logoId) }
}
