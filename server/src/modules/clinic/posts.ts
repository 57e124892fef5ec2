import type { Resource } from '@dentin/contract'
import type { DataScope } from '../../platform/http/context.ts'

/** The codes of the posts that every company begins with. */
export type DefaultPostCode =
  | 'admin'
  | 'director'
  | 'doctor'
  | 'nurse'
  | 'reception'
  | 'consultant'
  | 'service'
  | 'storekeeper'
  | 'finance'
  | 'headquarters'

/** A post as it is when a company is set up; its administrator may change it afterwards. */
export interface DefaultPost {
  code: DefaultPostCode
  name: string
  isAdmin: boolean
  /** What the post may do, and over which data: 1 own, 2 department, 3 clinic, 4 chosen clinics, 5 chain. */
  resources: Readonly<Record<Resource, DataScope>>
}

type Scopes = Readonly<Partial<Record<DefaultPostCode, DataScope>>>

const names: Readonly<Record<DefaultPostCode, string>> = {
  admin: '机构管理员',
  director: '院长/店长',
  doctor: '医生',
  nurse: '护士',
  reception: '前台',
  consultant: '咨询师',
  service: '客服',
  storekeeper: '库管',
  finance: '财务',
  headquarters: '总部',
}

const managers: Scopes = { admin: 3, director: 3 }
/** Whom a clinic's money concerns. */
const accounts: Scopes = { admin: 3, finance: 3, headquarters: 5 }
const frontOffice: Scopes = { ...managers, doctor: 1, nurse: 2, reception: 3, consultant: 3, service: 3 }
const everybody: Scopes = {
  ...managers,
  doctor: 3,
  nurse: 3,
  reception: 3,
  consultant: 3,
  service: 3,
  storekeeper: 3,
  finance: 3,
  headquarters: 5,
}

/**
 * The permission matrix: a screen, what is done there, and which posts may with which scope. Half a permission is the
 * narrower scope: own for doctors and consultants, department for nurses, the own clinic for headquarters. A field that a
 * post may not see (the full phone number, say) is a resource of its own.
 */
const matrix: readonly (readonly [uri: `/${string}`, codes: string, scopes: Scopes])[] = [
  ['/dashboard', 'view', { ...frontOffice, headquarters: 5 }],
  ['/doctorIndex', 'view', { director: 3, doctor: 1 }],

  ['/allTimePatients', 'view', { ...frontOffice, consultant: 1, finance: 3, headquarters: 5 }],
  ['/patientCenter', 'view', { ...frontOffice, consultant: 1, finance: 3, headquarters: 5 }],
  ['/allTimePatients', 'add edit', { ...frontOffice, doctor: 3 }],
  ['/allTimePatients', 'export delete', { ...managers, headquarters: 5 }],
  ['/allTimePatients', 'import', managers],
  ['/allTimePatients', 'group', { ...frontOffice, consultant: 1 }],
  ['/allTimePatients', 'share', { ...managers, reception: 3, service: 3 }],
  ['/allTimePatients', 'archive', { ...managers, reception: 3, service: 3, headquarters: 5 }],
  // A branch that keeps its files to itself opens one to another when asked.
  ['/allTimePatients', 'open', { ...managers, reception: 3, headquarters: 5 }],
  ['/archived', 'view', { ...managers, reception: 3, service: 3, headquarters: 5 }],
  ['/duplicate', 'view merge', { ...managers, headquarters: 5 }],
  ['/field', 'phone idNumber', { ...managers, doctor: 1, reception: 3, consultant: 1, service: 3, headquarters: 3 }],

  // What patients owe and paid and what came in: for whoever charges, counsels or answers for it.
  ['/field', 'amounts', { ...managers, doctor: 1, reception: 3, consultant: 1, finance: 3, headquarters: 3 }],

  // What an item costs the house: for whoever sets prices, keeps the store or the books.
  ['/field', 'cost', { ...managers, storekeeper: 3, ...accounts }],

  // Lists and rules of a clinic are kept by who runs it; those of the whole company by its administrator and the head office.
  ['/allSetting', 'view', { ...managers, headquarters: 5 }],
  ['/baseDepartSet', 'view edit', { ...managers, headquarters: 5 }],
  ['/outpatientServiceInfo', 'view edit', { ...managers, headquarters: 5 }],
  ['/configInfo', 'view edit', { ...managers, headquarters: 5 }],
  ['/appointItem', 'view edit', { ...managers, headquarters: 5 }],
  ['/address', 'view edit', { ...managers, headquarters: 5 }],
  ['/baseAppointSet', 'view', { ...managers, headquarters: 5 }],
  ['/baseDictSet', 'view', { ...managers, headquarters: 5 }],
  ['/basePatientSourceSet', 'view', { ...managers, headquarters: 5 }],
  ['/baseTariffSet', 'view', { ...managers, headquarters: 5 }],
  ['/baseTariffSet', 'edit', { admin: 3, headquarters: 5 }],
  ['/tariffsClinic', 'view edit', { ...managers, headquarters: 5 }],
  ['/baseAppointSet', 'edit', { admin: 3, headquarters: 5 }],
  ['/baseDictSet', 'edit', { admin: 3, headquarters: 5 }],
  ['/basePatientSourceSet', 'edit', { admin: 3, headquarters: 5 }],

  ['/myAppointmentBoard', 'view add edit cancel', { ...frontOffice, headquarters: 5 }],
  ['/myAppointmentList', 'view', { ...frontOffice, headquarters: 5 }],
  ['/myAppointmentNetwork', 'view', { ...managers, reception: 3, consultant: 3, service: 3, headquarters: 5 }],
  ['/myAppointmentNetwork', 'set', { ...managers, headquarters: 5 }],
  ['/myAppointmentBoard', 'overbook', { ...managers, doctor: 1 }],

  ['/followManagementList', 'view add edit', { ...frontOffice, consultant: 1 }],
  ['/followManagementList', 'assign', { ...managers, reception: 3, service: 3 }],
  ['/recordManage', 'view', { ...managers, reception: 3, service: 3, headquarters: 5 }],
  ['/followRule', 'view', { ...managers, service: 3 }],
  ['/followRule', 'edit', managers],
  ['/remindManage', 'view edit', { ...frontOffice, consultant: 1 }],
  ['/orgSchedule', 'view', everybody],
  ['/mySchedule', 'view', everybody],
  ['/clinicSchedule', 'view edit publish', { ...managers, headquarters: 5 }],
  ['/baseScheduleSet', 'view edit', { ...managers, headquarters: 5 }],

  ['/inTreatment', 'view register call leave cancel', { ...managers, doctor: 1, nurse: 2, reception: 3 }],
  ['/referralRecord', 'view', { ...managers, doctor: 1, nurse: 2, reception: 3 }],
  ['/inTreatment', 'treat', { ...managers, doctor: 1, nurse: 2 }],

  ['/patientMedicalRecord', 'view', { admin: 2, director: 3, doctor: 3, nurse: 3, consultant: 1, headquarters: 3 }],
  ['/patientMedicalRecord', 'print', { director: 3, doctor: 3, nurse: 3 }],
  // The nurse drafts on a doctor's behalf; signing stays with the doctor.
  ['/patientMedicalRecord', 'add', { director: 2, doctor: 1, nurse: 2 }],
  ['/patientMedicalRecord', 'sign amend delete', { director: 1, doctor: 1 }],
  ['/myTemplete', 'view', { director: 3, doctor: 3, nurse: 3 }],
  ['/myTemplete', 'edit', { director: 3, doctor: 1 }],

  ['/orderSet', 'view', { ...managers, ...accounts, doctor: 3, nurse: 2, reception: 3, consultant: 3 }],
  ['/orderSet', 'open', { ...managers, doctor: 3, nurse: 2, reception: 3, consultant: 3 }],
  ['/orderSet', 'charge void arrears', { ...managers, reception: 3, finance: 3 }],
  ['/orderSet', 'print', { ...managers, ...accounts, reception: 3 }],
  ['/orderSet', 'revoke', { ...managers, ...accounts }],
  ['/orderSet', 'discount', { ...managers, headquarters: 5 }],

  ['/vipInfoDetail', 'view pay', accounts],
  ['/vipInfoDetail', 'buy', { admin: 3, headquarters: 5 }],
  ['/vipChargeRecord', 'view', accounts],
  ['/orderRecord', 'view invoice', accounts],
  ['/medicareOrderRecord', 'view pay invoice', accounts],
  ['/medicareOrderRecord', 'buy account password', { admin: 3, headquarters: 5 }],

  ['/SMSmanagement', 'view', { ...managers, ...accounts, reception: 3, service: 3 }],
  ['/SMSmanagement', 'send', { ...managers, reception: 3, service: 3 }],
  ['/SMSmanagement', 'edit', { ...managers, headquarters: 5 }],
  ['/SMSmanagement', 'recharge', { admin: 3, finance: 3, headquarters: 5 }],

  // The director's reach is narrower than the administrator's: nobody who outranks a director is made or changed by one.
  ['/baseEmployee', 'view edit', { ...managers, headquarters: 5 }],
  ['/employeeSet', 'view edit', { ...managers, headquarters: 5 }],
  ['/employeEaudit', 'view audit', { ...managers, headquarters: 5 }],
  ['/postPermission', 'view edit', { admin: 3, headquarters: 5 }],
  ['/basicSetting', 'edit', managers],
  ['/userFactory', 'edit', { admin: 3 }],
]

function resourcesOf(post: DefaultPostCode): Record<Resource, DataScope> {
  return Object.fromEntries(
    matrix.flatMap(([uri, codes, scopes]) => {
      const scope = scopes[post]
      return scope === undefined ? [] : codes.split(' ').map((code) => [`${uri}:${code}`, scope])
    }),
  ) as Record<Resource, DataScope>
}

/** The ten posts that every company begins with. */
export const defaultPosts: readonly DefaultPost[] = (Object.keys(names) as DefaultPostCode[]).map((code) => ({
  code,
  name: names[code],
  isAdmin: code === 'admin',
  resources: resourcesOf(code),
}))
