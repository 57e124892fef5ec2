import { formatDate } from '@dentin/kit'
import type { FileStore } from '../../../src/platform/files/store.ts'
import { Drawings, drawnName, WHOLE_SET } from '../listeners/picture/drawings.ts'
import type { DemoFile } from '../story.ts'
import type { File, Life } from './life.ts'

/** Pictures of a stage; a patient has so many stages, so many days apart. */
const A_STAGE = WHOLE_SET.length
const STAGES = 4
const APART = 90
const NAMES = ['初诊', '治疗中（第 1 次）', '治疗中（第 2 次）', '治疗后'] as const

/** Writes the pictures of the large chain by stage; all of them share a few drawings, as the store keeps a content once. */
export class Pictures {
  readonly #drawings: Drawings
  readonly #kept: DemoFile[] = []

  constructor(
    readonly life: Life,
    readonly store: FileStore,
  ) {
    this.#drawings = new Drawings(life.world, life.company.tenantId, (file) => void this.#kept.push(file))
  }

  async take(count: number): Promise<void> {
    const { world, sink, files } = this.life
    let left = count
    for (const file of files) {
      if (left === 0) break
      if (file.openedDay > -(STAGES * APART + 1)) continue
      for (let n = 0; n < STAGES && left > 0; n += 1) {
        const shots = Math.min(A_STAGE, left)
        await this.#stage(file, n, shots)
        left -= shots
      }
      await sink.breathe()
    }
    for (const [table, rows] of world.take()) for (const row of rows) sink.put(table, row)
    for (const { key, bytes, mediaType } of this.#kept) await this.store.put(key, bytes, mediaType)
  }

  async #stage(file: File, n: number, shots: number): Promise<void> {
    const { world, sink } = this.life
    const { r } = world
    const { clinic, doctor } = file
    const at = world.at(-((STAGES - n) * APART), r.int(9 * 60, 17 * 60))
    const whose = { tenant_id: clinic.company.tenantId, clinic_id: clinic.id, patient_id: file.id }
    const by = { created_name: doctor.name, created_at: at, updated_at: at, version: 1 }
    const stage = { ...whose, id: r.uuid(at), name: NAMES[n] as string, stage_time: formatDate(at) }
    sink.audited('image_stage', { ...stage, deleted_at: null, created_by: doctor.id, ...by }, doctor, at, file.id)
    for (const [type, drawing, way] of WHOLE_SET.slice(0, shots)) {
      const drawn = await this.#drawings.file(drawing, way, { clinicId: clinic.id, at })
      sink.audited(
        'clinic_image',
        {
          ...whose,
          id: r.uuid(at),
          image_stage_id: stage.id,
          type,
          photo_name: drawnName(drawing),
          tooth_no: '',
          file_id: drawn.id,
          sha256: drawn.sha256,
          mime: 'image/jpeg',
          bytes: drawn.bytes.length,
          width: drawn.width,
          height: drawn.height,
          shot_time: at,
          user_id: doctor.id,
          ...by,
        },
        doctor,
        at,
        file.id,
      )
    }
  }
}
