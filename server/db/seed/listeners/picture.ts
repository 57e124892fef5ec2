import { formatTeeth, parseTeeth } from '@dentin/clinical'
import { orthoStates } from '@dentin/contract/orthodontic'
import { formatDate } from '@dentin/kit'
import type { Drawing } from '../catalogue/drawn-pictures.ts'
import type { StoryEvents, Visit } from '../events.ts'
import type { Doctor } from '../organisation.ts'
import type { Patient } from '../story/patients.ts'
import type { Listener, Scene } from '../story.ts'
import { Drawings, drawnName, NINE, WHOLE_SET } from './picture/drawings.ts'

/** Of so many cases each one picture is missing: where the plan waits, and where the result is held. */
const SETS_LACKING = 2
const LATERAL = 11
const LOWER = 9
/** How many patients have the nine, with a second stage, and films of single teeth. */
const WITH_NINE = 10
const WITH_SECOND = 4
const WITH_FILMS = 12
/** Of these patients the first stage lacks two views. */
const LACKING = 2
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
  const drawings = new Drawings(world, company.tenantId, keepFile)
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
      const { id: fileId, sha256, bytes, width, height } = await drawings.file(drawing, n + way, seen)
      const id = world.r.uuid(at)
      images.push({ id, type, bytes })
      world.create(
        'clinic_image',
        {
          ...whose,
          id,
          image_stage_id: row.id,
          type,
          photo_name: drawnName(drawing),
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
