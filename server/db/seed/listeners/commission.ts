import { jobs } from '@dentin/contract/core/jobs'
import { addMonths } from '@dentin/kit'
import type { Company, Doctor } from '../organisation.ts'
import type { Listener, Scene } from '../story.ts'

/** Months before this one from which the rules count. */
const MONTHS = 7
/** Of a hundred visits so many have a nurse beside the chair. */
const ASSISTED = 78

interface Seeded {
  name: string
  role: 'doctor' | 'nurse' | 'consultant' | 'desk'
  basis: 1 | 2 | 3
  less?: readonly ('material' | 'lab' | 'fee')[]
  kind: 1 | 2 | 3
  steps: readonly (readonly [from: number, to: number | null, rate: number])[]
  /** Upper categories that it is for. */
  tops?: readonly string[]
  /** A skill whose first doctor it is for alone. */
  skill?: Doctor['skills'][number]
}

/** By which rules the demo pays. */
const RULES: readonly Seeded[] = [
  {
    name: '医生基本提成',
    role: 'doctor',
    basis: 1,
    less: ['material', 'lab', 'fee'],
    kind: 2,
    steps: [
      [0, 50_000, 20],
      [50_000, 100_000, 24],
      [100_000, null, 28],
    ],
  },
  {
    name: '种植专项',
    role: 'doctor',
    basis: 1,
    less: ['material', 'lab'],
    kind: 3,
    steps: [
      [0, 100_000, 10],
      [100_000, null, 12],
    ],
    tops: ['种植'],
  },
  {
    name: '正畸专项',
    role: 'doctor',
    basis: 1,
    less: ['material', 'lab'],
    kind: 1,
    steps: [[0, null, 15]],
    tops: ['正畸'],
  },
  {
    name: '牙体牙髓主任',
    role: 'doctor',
    basis: 2,
    less: ['material', 'lab'],
    kind: 2,
    steps: [
      [0, 60_000, 25],
      [60_000, null, 30],
    ],
    skill: 'endo',
  },
  { name: '护士配台', role: 'nurse', basis: 3, kind: 1, steps: [[0, null, 1.5]] },
  {
    name: '咨询师成交',
    role: 'consultant',
    basis: 1,
    kind: 2,
    steps: [
      [0, 100_000, 1],
      [100_000, null, 1.5],
    ],
  },
]

/** By which rules the people of the chain are paid, and which nurse stood beside whom. */
export const commission: Listener = {
  module: 'commission',
  dice: 'own',
  hear: (scene) => ({
    addedSince: () => {
      const [chain] = scene.companies
      if (!chain) return
      assign(scene, chain)
      for (const rule of RULES) writeRule(scene, chain, rule)
    },
  }),
}

/** Visits that are over had a nurse of their clinic, most of them. */
function assign({ world }: Scene, { tenantId }: Company): void {
  const nurses = new Set(
    world
      .rows('employee')
      .flatMap((row) => (row.tenant_id === tenantId && row.job_type === jobs.nurse ? [row.id] : [])),
  )
  const ofClinic = new Map<string, string[]>()
  for (const { clinic_id: clinicId, employee_id: id } of world.rows('employee_clinic'))
    if (nurses.has(id)) ofClinic.set(clinicId, [...(ofClinic.get(clinicId) ?? []), id])
  for (const row of world.rows('appointment')) {
    const there = ofClinic.get(row.clinic_id)
    if (row.tenant_id !== tenantId || !there || (row.starts_at as Date) >= new Date(`${world.today}T00:00:00+08:00`))
      continue
    if (world.r.int(1, 100) <= ASSISTED) world.note(row, { nurse_id: world.r.pick(there) })
  }
}

function writeRule({ world }: Scene, company: Company, rule: Seeded): void {
  const month = addMonths(`${world.today.slice(0, 7)}-01`, -MONTHS)
  const at = new Date(`${month}T09:00:00+08:00`)
  const by = company.clinics[0]?.director
  if (!by) return
  const specialist = company.clinics
    .flatMap(({ doctors }) => doctors)
    .find(({ skills }) => rule.skill && skills.includes(rule.skill))
  const id = world.r.uuid(at)
  const termsId = world.r.uuid(at)
  const tenant = { tenant_id: company.tenantId }
  world.create(
    'commission_rule',
    { ...tenant, id, name: rule.name, until_month: null, created_at: at, updated_at: at },
    by,
    at,
  )
  world.put('commission_terms', {
    ...tenant,
    id: termsId,
    rule_id: id,
    from_month: month,
    role: rule.role,
    employee_ids: specialist ? [specialist.id] : [],
    tariff_ids: [],
    categories: [...(rule.tops ?? [])],
    clinic_ids: [],
    basis: rule.basis,
    less_material: rule.less?.includes('material') ?? false,
    less_lab: rule.less?.includes('lab') ?? false,
    less_way_cost: rule.less?.includes('fee') ?? false,
    discount_by: 1,
    opener_share: null,
    kind: rule.kind,
    saved_at: at,
    saver_name: by.name,
  })
  rule.steps.forEach(([from, to, rate], n) =>
    world.put('commission_step', {
      ...tenant,
      terms_id: termsId,
      no: n + 1,
      from_amount: from.toFixed(2),
      to_amount: to?.toFixed(2) ?? null,
      rate: Math.round(rate * 100),
    }),
  )
}
