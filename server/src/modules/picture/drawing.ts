import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import sharp, { type Sharp } from 'sharp'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { readAll, saveBytes, through } from '../../platform/files/store.ts'
import type { Services } from '../../platform/services.ts'
import { uuidv7 } from '@dentin/kit'

/** In how many points a picture is shown beside others, and on a screen of its own. */
const LONGEST = { thumb: 420, screen: 2000 } as const
const MAX_PIXELS = 100_000_000
export const DRAW = 'picture.draw'
export type Size = 'thumb' | 'screen' | 'full'

/** How a picture is turned: mirrored first, then to the right. */
export interface Turn {
  rotate: number
  flip: boolean
}

/** Draws a picture anew: upright, turned, and without anything that a camera or a stranger wrote into the file. */
function drawn({ rotate, flip }: Turn, size: Size, mime: string): Sharp {
  const picture = sharp({ limitInputPixels: MAX_PIXELS }).autoOrient().flop(flip).rotate(rotate)
  if (size === 'full') return mime === 'image/png' ? picture.png() : picture.jpeg({ quality: 95 })
  const smaller = picture.resize(LONGEST[size], LONGEST[size], { fit: 'inside', withoutEnlargement: true })
  return smaller.flatten({ background: '#fff' }).jpeg({ quality: size === 'thumb' ? 80 : 86, mozjpeg: false })
}

/** The same as a stream that begins when it is read. Who stops reading it closes the source too. */
export function drawnFrom(source: Readable, turn: Turn, size: Size, mime: string): Readable {
  return through(source, drawn(turn, size, mime))
}

/** What comes of turning a picture as it is shown. */
export function turned({ rotate, flip }: Turn, { angle, mirror }: { angle: number; mirror: boolean }): Turn {
  const upright = (degrees: number) => ((degrees % 360) + 360) % 360
  return mirror ? { rotate: upright(angle - rotate), flip: !flip } : { rotate: upright(rotate + angle), flip }
}

const original = select(
  columns('clinic_image', 'i', 'clinic_id', 'rotate', 'flip', 'mime', 'photo_name'),
  columns('file_object', 'o', 'storage_key'),
  { sizes: sql<string[]>`coalesce(c.sizes, '{}')` },
)

/** Draws what is shown of a picture and keeps it; what is there already is left. A picture that went meanwhile needs nothing. */
export async function keepDrawn(services: Services, data: { tenantId: string; id: string }): Promise<void> {
  const { database, files } = services
  const row = await database.withTenant(data.tenantId, 'all', (tx) =>
    tx.row(
      original.from`clinic_image i join file_object o on ${tx.own('o')} and o.id = i.file_id
        left join lateral (select array_agg(c.size) as sizes from clinic_image_copy c where ${tx.own('c')} and c.image_id = i.id
          and c.rotate = i.rotate and c.flip = i.flip) c on true
        where ${tx.own('i')} and i.id = ${data.id}`,
    ),
  )
  if (!row) return
  for (const size of ['thumb', 'screen'] as const) {
    if (row.sizes.includes(size)) continue
    const bytes = await readAll(drawnFrom(await files.get(row.storageKey), row, size, row.mime))
    await database.withTenant(data.tenantId, 'all', (tx) => keepCopy(tx, services, data.id, row, size, bytes))
  }
}

async function keepCopy(
  tx: TenantTx,
  services: Services,
  id: string,
  row: Turn & { clinicId: string; photoName: string },
  size: 'thumb' | 'screen',
  bytes: Buffer,
): Promise<void> {
  const there = select({ id: sql<string>`i.id` })
  // Against whoever removes it meanwhile.
  if (!(await tx.row(there.keptFrom`clinic_image i where ${tx.own('i')} and i.id = ${id} for key share of i`))) return
  const file = await saveBytes(tx, services, row.clinicId, { bytes, name: row.photoName, mediaType: 'image/jpeg' })
  await tx.rows(
    keptSql`insert into clinic_image_copy (tenant_id, id, clinic_id, image_id, size, rotate, flip, file_id)
      values (${tx.tenantId}, ${uuidv7()}, ${row.clinicId}, ${id}, ${size}, ${row.rotate}, ${row.flip}, ${file.id})
      on conflict do nothing returning id`,
  )
}

const toDraw = select(
  columns('clinic_image', 'i', 'id', 'rotate', 'flip', 'mime'),
  columns('file_object', 'o', 'storage_key'),
)

/** A picture as it is shown, upright and turned, for whoever has made sure that it may be. @throws AppError NOT_FOUND */
export async function drawnPicture(tx: TenantTx, services: Services, id: string, size: Size): Promise<Readable> {
  const row = await tx.need(
    toDraw.keptFrom`clinic_image i join file_object o on ${tx.own('o')} and o.id = i.file_id
      where ${tx.own('i')} and i.id = ${id} and i.deleted_at is null`,
  )
  return drawnFrom(await services.files.get(row.storageKey), row, size, row.mime)
}

/** Pictures by their ids, small, as a paper shows them. One whose object can't be read is left out. */
export async function thumbsOf(tx: TenantTx, services: Services, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const rows = await tx.rows(
    toDraw.from`clinic_image i join file_object o on ${tx.own('o')} and o.id = i.file_id
      where ${tx.own('i')} and i.id = any(${ids}::uuid[])`,
  )
  const drawn = new Map<string, Buffer>()
  for (const row of rows) {
    try {
      drawn.set(row.id, await readAll(drawnFrom(await services.files.get(row.storageKey), row, 'thumb', row.mime)))
    } catch (error) {
      services.log.warn({ err: error, imageId: row.id }, 'picture of a paper not drawn')
    }
  }
  return drawn
}
