import { searchText } from '@dentin/kit/pinyin'
import type { Company } from '../organisation.ts'
import type { Row, World } from '../world.ts'
import type { Listener } from '../story.ts'

type Patient = Row<'patient'>

/** How two files came to be of one person, or only look it. */
const PAIRS = [
  { like: 'two people', many: 1 },
  { like: 'document', many: 1 },
  { like: 'name and mobile', many: 3 },
  { like: 'name and birthday', many: 2 },
  { like: 'mobile', many: 4 },
] as const

export const merge: Listener = {
  module: 'merge',
  dice: 'story',
  hear: ({ world, companies }) => ({ presentReached: () => makeDuplicates(world, companies) }),
}

/** Some files of the main company that may be one person: what the screen of duplicates shows. Nobody is added. */
function makeDuplicates(world: World, companies: readonly Company[]): void {
  const company = companies[0]
  if (!company) return
  const uses = new Map<string, number>()
  const taken = new Set<string>()
  for (const table of ['registration', 'appointment', 'bill', 'tooth_condition'] as const)
    for (const { patient_id } of world.rows(table))
      if (patient_id) uses.set(patient_id, (uses.get(patient_id) ?? 0) + 1)
  const ordinary = world
    .rows('patient')
    .filter((each) => each.tenant_id === company.tenantId && !each.id_no && each.mobile && !each.alert_note)
    .sort((a, b) => String(a.id).localeCompare(String(b.id)))
  const often = ordinary.filter((each) => (uses.get(each.id) ?? 0) >= 4 && each.patient_type === 1)
  const used = (each: Patient): number => uses.get(each.id) ?? 0
  const seldom = ordinary.filter((each) => used(each) < 4).sort((a, b) => used(a) - used(b))
  const next = (list: Patient[], fits: (each: Patient) => boolean = () => true): Patient | undefined => {
    const found = list.find((each) => !taken.has(each.id) && fits(each))
    if (found) taken.add(found.id)
    return found
  }
  for (const { like, many } of PAIRS) {
    for (let n = 0; n < many; n += 1) {
      const known = next(often)
      const newer =
        known &&
        next(
          seldom,
          (each) =>
            each.gender === known.gender &&
            each.created_at > known.created_at &&
            (like !== 'name and mobile' || used(each) > 0),
        )
      if (!known || !newer) return
      if (like === 'mobile') rewrite(world, newer, { mobile: known.mobile ?? null, mobile_owner: 4 })
      else if (like === 'document') {
        world.note(known, { id_type: 3, id_no: 'H10257846' })
        world.note(newer, { id_type: 2, id_no: 'H10257846' })
      } else {
        const mobile = like === 'name and birthday' ? (newer.mobile ?? null) : (known.mobile ?? null)
        rewrite(world, newer, { name: known.name, birth_day: known.birth_day ?? null, mobile })
      }
      if (like === 'two people') apart(world, known, newer)
    }
  }
}

/** What stood in a file from the start, and with it what the file is found by. */
function rewrite(
  world: World,
  file: Patient,
  values: Partial<Pick<Patient, 'name' | 'birth_day' | 'mobile' | 'mobile_owner'>>,
): void {
  const { name, mobile } = { ...file, ...values }
  world.note(file, {
    ...values,
    search: searchText({ name, mobile: mobile ?? null, medicalNumber: file.medical_number }),
  })
}

function apart(world: World, one: Patient, other: Patient): void {
  const [a_id, b_id] = [one.id, other.id].sort() as [string, string]
  const at = world.at(-6, 640)
  world.put('patient_distinct', {
    tenant_id: one.tenant_id,
    id: world.r.uuid(at),
    a_id,
    b_id,
    created_by: null,
    created_name: '秦雨',
    created_at: at,
  })
}
