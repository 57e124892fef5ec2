import { findIcd } from '@dentin/clinical'
import { templateContent } from '@dentin/contract/record'
import { searchText } from '@dentin/kit/pinyin'
import {
  demoPhrases,
  demoReturnTemplates,
  demoTemplates,
  type DemoPhrase,
  type DemoTemplate,
} from '../../catalogue/record-templates.ts'
import type { Clinic, Company, Doctor } from '../../organisation.ts'
import type { Row, World } from '../../world.ts'

/** Of ten, so many are the chain's, and so many the clinic's; the rest are doctors' own. */
const [CHAIN, CLINIC] = [3, 7]

/** What the people of the demo's first clinic wrote beside the templates that a company begins with. */
export function writeTemplates(world: World, company: Company, clinic: Clinic): void {
  const at = world.at(-60, 12 * 60)
  const there = world.rows('record_template_category').filter((row) => row.tenant_id === company.tenantId)
  const categories = new Map(there.map((row) => [`${row.kind} ${row.name}`, row]))
  let place = there.length
  const categoryOf = (kind: 1 | 2, name: string): Row<'record_template_category'> => {
    const known = categories.get(`${kind} ${name}`)
    if (known) return known
    const { row } = world.create(
      'record_template_category',
      {
        tenant_id: company.tenantId,
        id: world.r.uuid(at),
        kind,
        name,
        sort_no: (place += 1),
        enabled: true,
        created_at: at,
        updated_at: at,
      },
      clinic.director,
      at,
    )
    categories.set(`${kind} ${name}`, row)
    return row
  }
  const taken = new Set(
    world.rows('record_template').map((row) => `${row.tenant_id} ${row.category_id} ${row.name} ${row.scope}`),
  )
  const put = (n: number, kind: 1 | 2, of: { category: string; name: string }, content: object) => {
    const turn = n % 10
    const doctor = clinic.doctors[n % 4] as Doctor
    const scope = turn < CHAIN ? 3 : turn < CLINIC ? 2 : 1
    const category = categoryOf(kind, of.category)
    const key = `${company.tenantId} ${category.id} ${of.name} ${scope}`
    if (taken.has(key)) return
    taken.add(key)
    world.create(
      'record_template',
      {
        tenant_id: company.tenantId,
        id: world.r.uuid(at),
        scope,
        clinic_id: scope === 2 ? clinic.id : null,
        owner_id: scope === 1 ? doctor.id : null,
        kind,
        category_id: category.id,
        name: of.name,
        search: searchText({ name: of.name }),
        content: templateContent.parse(content) as never,
        favourite: false,
        sort_no: 100 + n,
        enabled: true,
        created_at: at,
        updated_at: at,
      },
      scope === 1 ? doctor : clinic.director,
      at,
    )
  }
  for (const [n, each] of demoTemplates.entries()) put(n, 1, each, wholeOf(each))
  for (const [n, each] of demoPhrases.entries()) put(n, 2, each, partOf(each))
  for (const [n, each] of demoReturnTemplates.entries()) put(demoTemplates.length + n, 1, each, wholeOf(each))
}

const wholeOf = ({ chief, interval = '', exam, diagnosis: [code, name], treatment, advice }: DemoTemplate) => ({
  chiefComplaint: chief,
  interval,
  exams: [{ teeth: '', content: exam }],
  // What the list of diagnoses lacks stands in words.
  diagnoses: [{ teeth: '', icdCode: findIcd(code) ? code : '', icdName: findIcd(code)?.nameZh ?? name, kind: 1 }],
  treatments: [{ teeth: '', content: treatment, tariffs: [], anesthetic: null }],
  advice,
})

function partOf({ section, words }: DemoPhrase): object {
  if (section === 'exams' || section === 'plans') return { [section]: [{ teeth: '', content: words }] }
  if (section === 'treatments') return { treatments: [{ teeth: '', content: words, tariffs: [], anesthetic: null }] }
  return { [section]: words }
}
