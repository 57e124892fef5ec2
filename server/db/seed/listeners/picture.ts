import { formatTeeth, parseTeeth } from '@dentin/clinical'
import { orthoStates } from '@dentin/contract/orthodontic'
import { formatDate } from '@dentin/kit'
import { createHash } from 'node:crypto'
import { newStorageKey } from '../../../src/platform/files/store.ts'
import { drawPicture, type Drawing } from '../catalogue/drawn-pictures.ts'
import type { StoryEvents, Visit } from '../events.ts'
import type { Doctor } from '../organisation.ts'
import type { Patient } from '../story/patients.ts'
import type { Listener, Scene } from '../story.ts'

/** The kinds of the nine slots and how each is drawn. */
const NINE: readonly (readonly [type: number, drawing: Drawing])[] = [
  [1, 'front'],
  [2, 'smile'],
  [4, 'oblique'],
  [3, 'side'],
  [5, 'teeth'],
  [7, 'right'],
  [6, 'left'],
  [8, 'upper'],
  [9, 'lower'],
]
/** The set of start and end of an orthodontic treatment, each with which of the ways it is drawn. */
const WHOLE_SET: readonly (readonly [type: number, drawing: Drawing, way: number])[] = [
  [10, 'pano', 0],
  [11, 'ceph', 0],
  ...NINE.map(([type, drawing]) => [type, drawing, 0] as const),
  [3, 'side', 1],
  [4, 'oblique', 1],
]
/** Of so many cases each one picture is missing: where the plan waits, and where the result is held. */
const SETS_LACKING = 2
const LATERAL = 11
const LOWER = 9
/** Drawn in so many ways; many patients share a drawing, as the store keeps the same content once. */
const WAYS = 2
/** How many patients have the nine, with a second stage, and films of single teeth. */
const WITH_NINE = 10
const WITH_SECOND = 4
const WITH_FILMS = 12
/** Of these patients the first stage lacks two views. */
const LACKING = 2
const names: Readonly<Record<Drawing, string>> = {
  front: '正面像',
  smile: '微笑像',
  side: '侧面像',
  oblique: '45度像',
  teeth: '口内正面',
  left: '口内左侧',
  right: '口内右侧',
  upper: '上颌',
  lower: '下颌',
  pano: '全景片',
  ceph: '侧位片',
  film: '根尖片',
}

interface Drawn {
  id: string
  sha256: string
  bytes: Buffer
  width: number
  height: number
}

interface Seen {
  patient: Patient
  doctor: Doctor
  clinicId: string
  at: Date
  teeth: string
}

export const picture: Listener = {
  module: 'picture',
  dice: 'own',
  hear: (scene) => {
    const { companies } = scene
    const clinic = companies[0]?.clinics[0]
    /** The first and the last visit of those who wear braces, and who had a root canal. */
    const braces = new Map<string, Seen[]>()
    const roots = new Map<string, Seen>()
    const cases: StoryEvents['caseTold'][] = []
    const note = ({ patient, doctor, clinic: place, title, teeth }: Visit, at: Date): void => {
      if (place !== clinic || patient.reserved) return
      const seen = { patient, doctor, clinicId: place.id, at, teeth }
      if (/正畸|矫/.test(title)) braces.set(patient.id, [...(braces.get(patient.id) ?? []), seen])
      else if (/根管/.test(title) && teeth !== '') roots.set(patient.id, roots.get(patient.id) ?? seen)
    }
    return {
      examined: ({ visit, at }) => note(visit, at),
      caseTold: (told) => void cases.push(told),
      presentReached: () => makePictures(scene, [...braces.values()], [...roots.values()], cases),
    }
  },
}

/** Drawn pictures of a few patients: never a photograph of a person. */
async function makePictures(
  { world, companies, keepFile, tell }: Scene,
  braces: readonly Seen[][],
  roots: readonly Seen[],
  cases: readonly StoryEvents['caseTold'][],
): Promise<void> {
  const [company] = companies
  if (!company) return
  const tenant = { tenant_id: company.tenantId }
  const files = new Map<string, Drawn>()
  const fileOf = async (drawing: Drawing, n: number, { clinicId, at }: Seen) => {
    const key = `${drawing}${n % WAYS}`
    const known = files.get(key)
    if (known) return known
    const { bytes, width, height } = await drawPicture(drawing, n % WAYS)
    const id = world.r.uuid(at)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const storageKey = newStorageKey(company.tenantId, at, 'image/jpeg')
    keepFile({ key: storageKey, bytes, mediaType: 'image/jpeg' })
    world.put('file_object', {
      ...tenant,
      id,
      clinic_id: clinicId,
      storage_key: storageKey,
      name: `${names[drawing]}.jpg`,
      media_type: 'image/jpeg',
      bytes: bytes.length,
      sha256,
      created_by: null,
      created_at: at,
    })
    const made = { id, sha256, bytes, width, height }
    files.set(key, made)
    return made
  }
  const stage = async (
    seen: Seen,
    name: string,
    shots: readonly (readonly [type: number, drawing: Drawing, way?: number])[],
    n: number,
    teeth = '',
  ): Promise<void> => {
    const { patient, doctor, clinicId, at } = seen
    const whose = { ...tenant, clinic_id: clinicId, patient_id: patient.id }
    const by = { created_name: doctor.name, created_at: at, updated_at: at }
    const { row } = world.create(
      'image_stage',
      { ...whose, id: world.r.uuid(at), name, stage_time: formatDate(at), created_by: doctor.id, ...by },
      doctor,
      at,
      patient.id,
    )
    const images: { id: string; type: number; bytes: Buffer }[] = []
    for (const [type, drawing, way = 0] of shots) {
      const { id: fileId, sha256, bytes, width, height } = await fileOf(drawing, n + way, seen)
      const id = world.r.uuid(at)
      images.push({ id, type, bytes })
      world.create(
        'clinic_image',
        {
          ...whose,
          id,
          image_stage_id: row.id,
          type,
          photo_name: `${names[drawing]}（示意）.jpg`,
          tooth_no: type === 13 && teeth ? formatTeeth(parseTeeth(teeth)) : '',
          file_id: fileId,
          sha256,
          mime: 'image/jpeg',
          bytes: bytes.length,
          width,
          height,
          shot_time: at,
          user_id: doctor.id,
          ...by,
        },
        doctor,
        at,
        patient.id,
      )
    }
    tell('pictured', { patient, doctor, clinicId, at, stageName: name, teeth, images })
  }
  let n = 0
  for (const visits of braces.slice(0, WITH_NINE)) {
    const [first, last] = [visits[0], visits.at(-1)]
    if (!first) continue
    const all = [...NINE, [10, 'pano'] as const]
    await stage(first, '初诊', n < LACKING ? all.filter(([type]) => type !== 3 && type !== 9) : all, n)
    if (last && last !== first && n < WITH_SECOND) await stage(last, '治疗中（第 1 次）', NINE, n + 1)
    n += 1
  }
  for (const seen of roots.slice(-WITH_FILMS))
    await stage(
      seen,
      '初诊',
      [
        [13, 'film'],
        [10, 'pano'],
      ],
      n++,
      seen.teeth,
    )
  const lacking = { planning: 0, retention: 0 }
  for (const { patient, doctor, clinic, status, examinedAt, debondedAt } of cases) {
    const seen = { patient, doctor, clinicId: clinic.id, at: examinedAt, teeth: '' }
    const held = debondedAt !== null
    const lacks =
      orthoStates.is(status, 'planning', 'retention') && lacking[held ? 'retention' : 'planning']++ < SETS_LACKING
    const short = WHOLE_SET.filter(([type]) => type !== (held ? LOWER : LATERAL))
    n += 1
    await stage(seen, '正畸开始', lacks && !held ? short : WHOLE_SET, n)
    if (debondedAt) await stage({ ...seen, at: debondedAt }, '正畸结束', lacks ? short : WHOLE_SET, n + 1)
  }
}
