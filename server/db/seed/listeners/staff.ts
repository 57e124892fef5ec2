import type { Clinic, Company } from '../organisation.ts'
import type { World } from '../world.ts'
import type { Listener } from '../story.ts'

/** Somebody who asks to belong to a clinic, or asked. */
interface Applicant {
  name: string
  gender: 0 | 1
  login: string
  clinic: string
  note: string
  /** Days before today, and the minute of that day. */
  applied: readonly [day: number, minute: number]
  outcome?:
    | { status: 2; remark: string; at: readonly [day: number, minute: number] }
    | { status: 3; at: readonly [day: number, minute: number] }
}

const applicants: readonly Applicant[] = [
  {
    name: '贺知微',
    gender: 1,
    login: 'hezhiwei',
    clinic: '望湖路门诊',
    note: '应聘正畸医生，顾清妍医生介绍',
    applied: [-1, 1172],
  },
  {
    name: '江晚舟',
    gender: 1,
    login: 'jiangwanzhou',
    clinic: '望湖路门诊',
    note: '应聘护士，下周一可以到岗',
    applied: [0, 528],
  },
  {
    name: '孟繁星',
    gender: 0,
    login: 'mengfanxing',
    clinic: '滨江门诊',
    note: '周末多点执业',
    applied: [-2, 1290],
  },
  {
    name: '罗一鸣',
    gender: 0,
    login: 'luoyiming',
    clinic: '望湖路门诊',
    note: '应聘修复医生',
    applied: [-9, 845],
    outcome: { status: 2, remark: '执业地点还没有变更到本机构，变更后请重新申请', at: [-8, 610] },
  },
  {
    name: '邱泽',
    gender: 0,
    login: 'qiuze',
    clinic: '望湖路门诊',
    note: '',
    applied: [-21, 980],
    outcome: { status: 3, at: [-21, 991] },
  },
]
/** Staff who came by an application, and when. */
const takenIn: readonly (readonly [login: string, clinic: string, day: number])[] = [
  ['reception2', '望湖路门诊', -160],
  ['hongmin', '望湖路门诊', -131],
  ['dingruoqing', '滨江门诊', -96],
]

export const staff: Listener = {
  module: 'staff',
  dice: 'story',
  hear: ({ world, companies, passwordHash }) => ({
    presentReached: () => makeAssociations(world, companies, passwordHash),
  }),
}

/** Applications to belong to a clinic: waiting, rejected, withdrawn, and those by which some of the staff came. */
function makeAssociations(world: World, companies: readonly Company[], passwordHash: string): void {
  const clinics = new Map(companies.flatMap((company) => company.clinics.map((clinic) => [clinic.name, clinic])))
  const employees = world.rows('employee')
  const accounts = world.rows('account')
  const clinicOf = (name: string): Clinic => {
    const clinic = clinics.get(name)
    if (!clinic) throw new Error(`no clinic ${name}`)
    return clinic
  }
  const reviewerOf = (clinic: Clinic) => {
    const account = accounts.find((each) => each.login_name === 'admin')
    const employee = employees.find(
      (each) => each.account_id === account?.id && each.tenant_id === clinic.company.tenantId,
    )
    if (!employee) throw new Error('nobody reviews')
    return employee
  }
  const note = (clinic: Clinic, id: string, at: Date, action: string, actor: string, reason: string | null) =>
    world.put('audit', {
      tenant_id: clinic.company.tenantId,
      id: world.r.uuid(at),
      created_at: at,
      clinic_id: clinic.id,
      account_id: null,
      employee_id: null,
      actor_name: actor,
      action,
      entity: 'relate_apply',
      entity_id: id,
      entity_version: null,
      patient_id: null,
      before: null as never,
      after: null as never,
      reason,
    })

  applicants.forEach((one, n) => {
    const clinic = clinicOf(one.clinic)
    const applied = world.at(...one.applied)
    const accountId = world.r.uuid(applied)
    world.put('account', {
      id: accountId,
      phone: `1395711${String(4020 + n * 137).padStart(4, '0')}`,
      login_name: one.login,
      password_hash: passwordHash,
      nick_name: one.name,
      gender: one.gender,
      status: 0,
      user_auth: 0,
      version: 1,
      created_at: applied,
    })
    const id = world.r.uuid(applied)
    const reviewer = reviewerOf(clinic)
    const { outcome } = one
    const at = outcome ? world.at(outcome.at[0], outcome.at[1]) : null
    const rejected = outcome?.status === 2
    world.put('relate_apply', {
      id,
      account_id: accountId,
      tenant_id: clinic.company.tenantId,
      clinic_id: clinic.id,
      first_name: one.name,
      note: one.note,
      status: outcome?.status ?? 0,
      remark: outcome?.status === 2 ? outcome.remark : '',
      employee_id: null,
      audit_by: rejected ? reviewer.id : null,
      audit_name: rejected ? reviewer.name : null,
      audit_time: rejected ? at : null,
      apply_time: applied,
      ended_at: outcome?.status === 3 ? at : null,
    })
    note(clinic, id, applied, 'apply', one.name, null)
    if (outcome && at)
      note(
        clinic,
        id,
        at,
        rejected ? 'reject' : 'withdraw',
        rejected ? reviewer.name : one.name,
        outcome.status === 2 ? outcome.remark : null,
      )
  })

  for (const [login, clinicName, day] of takenIn) {
    const clinic = clinicOf(clinicName)
    const account = accounts.find((each) => each.login_name === login)
    const employee = employees.find((each) => each.account_id === account?.id)
    if (!account || !employee) throw new Error(`no staff ${login}`)
    const applied = world.at(day, 870)
    const at = world.at(day + 1, 545)
    const id = world.r.uuid(applied)
    const reviewer = reviewerOf(clinic)
    world.put('relate_apply', {
      id,
      account_id: account.id,
      tenant_id: clinic.company.tenantId,
      clinic_id: clinic.id,
      first_name: employee.name,
      note: '',
      status: 1,
      remark: '',
      employee_id: employee.id,
      audit_by: reviewer.id,
      audit_name: reviewer.name,
      audit_time: at,
      apply_time: applied,
      ended_at: null,
    })
    note(clinic, id, applied, 'apply', employee.name, null)
    note(clinic, id, at, 'approve', reviewer.name, null)
  }
}
