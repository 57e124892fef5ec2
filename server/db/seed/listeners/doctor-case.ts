import { createHash } from 'node:crypto'
import { PHOTO_CONSENT } from '@dentin/contract/consent'
import { formatTeeth, parseTeeth } from '@dentin/clinical'
import { ageGroupOf, caseScopes, caseStates, faceKinds, maskStates } from '@dentin/contract/doctor-case'
import { ageOn, formatDate } from '@dentin/kit'
import { newStorageKey } from '../../../src/platform/files/store.ts'
import { covered } from '../../../src/modules/doctor-case/pictures.ts'
import { stageOf } from '../../../src/modules/doctor-case/rules.ts'
import { caseTexts } from '../catalogue/case-texts.ts'
import type { StoryEvents } from '../events.ts'
import type { Listener, Scene } from '../story.ts'

type Pictured = StoryEvents['pictured']

/** So many cases are written of each kind, and so many of them published at most. */
const CASES = { braces: 8, root: 6 }
const PUBLISHED = { braces: 5, root: 4 }
const EYES = [{ x: 0.12, y: 0.3, w: 0.76, h: 0.2 }]
/** From this age on a patient has stopped growing. */
const GROWN = 18
const DAY_MS = 86_400_000

export const doctorCase: Listener = {
  module: 'doctor-case',
  dice: 'own',
  hear: (scene) => {
    const allowed = new Set<string>()
    const stages = new Map<string, Pictured[]>()
    return {
      consented: ({ patient, key }) => {
        if (key === PHOTO_CONSENT) allowed.add(patient.id)
      },
      pictured: (event) => {
        stages.set(event.patient.id, [...(stages.get(event.patient.id) ?? []), event])
      },
      presentReached: () => writeCases(scene, [...stages.values()], allowed),
    }
  },
}

/** Cases of those of whom there are pictures: shown where the patient agrees, the others as drafts. */
async function writeCases(
  { world, companies, keepFile }: Scene,
  patients: readonly (readonly Pictured[])[],
  allowed: ReadonlySet<string>,
): Promise<void> {
  const [company] = companies
  if (!company) return
  const tenant = { tenant_id: company.tenantId }
  const isBraces = ([first]: readonly Pictured[]) => first?.images.some(({ type }) => type === 5) === true
  // Whoever agrees is written of first.
  const agrees = ([first]: readonly Pictured[]) => Number(first !== undefined && allowed.has(first.patient.id))
  const ofKind = (braces: boolean) =>
    patients.filter((each) => isBraces(each) === braces).toSorted((x, y) => agrees(y) - agrees(x))
  const ordered = [...ofKind(true).slice(0, CASES.braces), ...ofKind(false).slice(0, CASES.root)]
  const copies = new Map<string, string>()
  let published = 0
  const used = { braces: 0, root: 0 }
  const out = { braces: 0, root: 0 }
  for (const stages of ordered) {
    const [first] = stages
    if (!first) continue
    const { patient, doctor, clinicId } = first
    const kind = isBraces(stages) ? 'braces' : 'root'
    const age = ageOn(patient.birth, formatDate(first.at)).years
    const fitting = caseTexts[kind].filter(({ growing }) => growing === undefined || growing === age < GROWN)
    const told = fitting[used[kind]++ % fitting.length]
    if (!told) continue
    const at = new Date(Math.min(world.now.getTime() - DAY_MS, stages.at(-1)!.at.getTime() + 3 * DAY_MS))
    const isOut = allowed.has(patient.id) && out[kind] < PUBLISHED[kind]
    if (isOut) {
      out[kind] += 1
      published += 1
    }
    const scope = !isOut
      ? caseScopes.own
      : published % 4 === 0
        ? caseScopes.chain
        : published % 4 === 3
          ? caseScopes.everybody
          : caseScopes.clinic
    const teeth = kind === 'root' && first.teeth ? formatTeeth(parseTeeth(first.teeth)) : ''
    const { row } = world.create(
      'doctor_case',
      {
        ...tenant,
        id: world.r.uuid(at),
        clinic_id: clinicId,
        author_id: doctor.id,
        author_name: doctor.name,
        title: told.title,
        category_id: kind === 'braces' ? 6 : 2,
        patient_id: patient.id,
        record_id: null,
        gender: patient.gender,
        age_group: ageGroupOf(ageOn(patient.birth, formatDate(at)).years),
        chief_complaint: told.chiefComplaint,
        diagnosis: told.diagnosis,
        plan: told.plan,
        content: told.content,
        teeth,
        tags: told.tags,
        months: told.months,
        cost: null,
        scope,
        asked_scope: isOut && published === 2 ? caseScopes.chain : null,
        asked_at: isOut && published === 2 ? at : null,
        status: isOut ? caseStates.code.published : caseStates.code.draft,
        published_at: isOut ? at : null,
        created_at: at,
        updated_at: at,
      },
      doctor,
      at,
      patient.id,
    )
    let sort = 0
    for (const { stageName, images } of stages)
      for (const { id, type, bytes } of images) {
        // One face is enough to tell of the others.
        if (faceKinds.includes(type) && type !== 2) continue
        const isFace = faceKinds.includes(type)
        const masks = isFace && isOut
        const sha = createHash('sha256').update(bytes).digest('hex')
        const fileId = masks ? (copies.get(sha) ?? (await burn(bytes))) : null
        if (fileId) copies.set(sha, fileId)
        world.create(
          'doctor_case_image',
          {
            ...tenant,
            id: world.r.uuid(at),
            clinic_id: clinicId,
            case_id: row.id,
            image_id: id,
            stage: stages.length > 1 && stageOf(stageName) === 2 ? 3 : stageOf(stageName),
            sort_no: sort++,
            mask: masks ? maskStates.covered : isFace ? maskStates.open : maskStates.none,
            frames: JSON.stringify(masks ? EYES : []),
            file_id: fileId,
            masked_name: masks ? doctor.name : '',
            masked_at: masks ? at : null,
            created_at: at,
            updated_at: at,
          },
          doctor,
          at,
          patient.id,
        )
      }
    async function burn(bytes: Buffer): Promise<string> {
      const copy = await covered(bytes, EYES)
      const id = world.r.uuid(at)
      const storageKey = newStorageKey(company!.tenantId, at, 'image/jpeg')
      keepFile({ key: storageKey, bytes: copy, mediaType: 'image/jpeg' })
      world.put('file_object', {
        ...tenant,
        id,
        clinic_id: clinicId,
        storage_key: storageKey,
        name: '案例图片.jpg',
        media_type: 'image/jpeg',
        bytes: copy.length,
        sha256: createHash('sha256').update(copy).digest('hex'),
        created_by: null,
        created_at: at,
      })
      return id
    }
  }
}
