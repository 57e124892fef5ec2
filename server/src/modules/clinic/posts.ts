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

/** The same scope for several codes of one screen. */
function grant(uri: `/${string}`, codes: string, scope: DataScope): Record<Resource, DataScope> {
  return Object.fromEntries(codes.split(' ').map((code) => [`${uri}:${code}`, scope])) as Record<Resource, DataScope>
}

/** Seeing and working on appointments, on the board and in the list. */
function appointments(scope: DataScope): Record<Resource, DataScope> {
  return {
    ...grant('/myAppointmentBoard', 'view add edit cancel', scope),
    ...grant('/myAppointmentList', 'view', scope),
  }
}

/** Seeing patients in the list and their files. */
function patients(scope: DataScope): Record<Resource, DataScope> {
  return { ...grant('/allTimePatients', 'view', scope), ...grant('/patientCenter', 'view', scope) }
}

/** Staff, their posts and the clinic's settings for them; deciding who is taken in. */
function staff(scope: DataScope): Record<Resource, DataScope> {
  return {
    ...grant('/baseEmployee', 'view edit', scope),
    ...grant('/employeeSet', 'view edit', scope),
    ...grant('/employeEaudit', 'view audit', scope),
  }
}

/** The clinic's memberships: seeing them, then buying, paying, asking for invoices, and the account at the insurance. */
function memberships(scope: DataScope, vip: string, medical: string): Record<Resource, DataScope> {
  return {
    ...grant('/vipInfoDetail', vip, scope),
    ...grant('/vipChargeRecord', 'view', scope),
    ...grant('/orderRecord', 'view invoice', scope),
    ...grant('/medicareOrderRecord', medical, scope),
  }
}

/**
 * The ten posts of the permission matrix. Half a permission is the narrower scope: own for doctors and consultants,
 * department for nurses, the own clinic for headquarters. A field that a post may not see (the full phone number, say) is
 * a resource of its own.
 */
export const defaultPosts: readonly DefaultPost[] = [
  {
    code: 'admin',
    name: '机构管理员',
    isAdmin: true,
    resources: {
      ...grant('/dashboard', 'view', 3),
      ...patients(3),
      ...grant('/allTimePatients', 'add edit phone export delete merge', 3),
      ...appointments(3),
      ...grant('/myAppointmentBoard', 'overbook', 3),
      ...grant('/inTreatment', 'view register call treat leave cancel', 3),
      ...grant('/patientMedicalRecord', 'view', 2),
      ...grant('/orderSet', 'view open charge discount void revoke arrears print', 3),
      ...memberships(3, 'view buy pay', 'view buy pay invoice account password'),
      ...grant('/basicSetting', 'edit', 3),
      ...staff(3),
    },
  },
  {
    code: 'director',
    name: '院长/店长',
    isAdmin: false,
    resources: {
      ...grant('/dashboard', 'view', 3),
      ...grant('/doctorIndex', 'view', 3),
      ...patients(3),
      ...grant('/allTimePatients', 'add edit phone export delete merge', 3),
      ...appointments(3),
      ...grant('/myAppointmentBoard', 'overbook', 3),
      ...grant('/inTreatment', 'view register call treat leave cancel', 3),
      ...grant('/patientMedicalRecord', 'view print', 3),
      ...grant('/patientMedicalRecord', 'add sign amend delete', 1),
      ...grant('/myTemplete', 'view edit', 3),
      ...grant('/orderSet', 'view open charge discount void revoke arrears print', 3),
      ...grant('/basicSetting', 'edit', 3),
      // Narrower than the administrator: nobody who outranks a director is made or changed by one.
      ...staff(3),
    },
  },
  {
    code: 'doctor',
    name: '医生',
    isAdmin: false,
    resources: {
      ...grant('/dashboard', 'view', 1),
      ...grant('/doctorIndex', 'view', 1),
      ...patients(1),
      ...grant('/allTimePatients', 'phone', 1),
      ...grant('/allTimePatients', 'add edit', 3),
      ...appointments(1),
      ...grant('/myAppointmentBoard', 'overbook', 1),
      ...grant('/inTreatment', 'view register call treat leave cancel', 1),
      ...grant('/patientMedicalRecord', 'view print', 3),
      ...grant('/patientMedicalRecord', 'add sign amend delete', 1),
      ...grant('/myTemplete', 'view', 3),
      ...grant('/myTemplete', 'edit', 1),
      ...grant('/orderSet', 'view open', 3),
    },
  },
  {
    code: 'nurse',
    name: '护士',
    isAdmin: false,
    resources: {
      ...grant('/dashboard', 'view', 2),
      ...patients(2),
      ...grant('/allTimePatients', 'add edit', 2),
      ...appointments(2),
      ...grant('/inTreatment', 'view register call treat leave cancel', 2),
      ...grant('/patientMedicalRecord', 'view print', 3),
      // Drafts on a doctor's behalf; signing stays with the doctor.
      ...grant('/patientMedicalRecord', 'add', 2),
      ...grant('/myTemplete', 'view', 3),
      ...grant('/orderSet', 'view open', 2),
    },
  },
  {
    code: 'reception',
    name: '前台',
    isAdmin: false,
    resources: {
      ...grant('/dashboard', 'view', 3),
      ...patients(3),
      ...grant('/allTimePatients', 'add edit phone', 3),
      ...appointments(3),
      ...grant('/inTreatment', 'view register call leave cancel', 3),
      ...grant('/orderSet', 'view open charge void arrears print', 3),
    },
  },
  {
    code: 'consultant',
    name: '咨询师',
    isAdmin: false,
    resources: {
      ...grant('/dashboard', 'view', 3),
      ...patients(1),
      ...grant('/allTimePatients', 'phone', 1),
      ...grant('/allTimePatients', 'add edit', 3),
      ...appointments(3),
      ...grant('/patientMedicalRecord', 'view', 1),
      ...grant('/orderSet', 'view open', 3),
    },
  },
  {
    code: 'service',
    name: '客服',
    isAdmin: false,
    resources: {
      ...grant('/dashboard', 'view', 3),
      ...patients(3),
      ...grant('/allTimePatients', 'add edit phone', 3),
      ...appointments(3),
    },
  },
  { code: 'storekeeper', name: '库管', isAdmin: false, resources: {} },
  {
    code: 'finance',
    name: '财务',
    isAdmin: false,
    resources: {
      ...patients(3),
      ...grant('/orderSet', 'view charge void revoke arrears print', 3),
      ...memberships(3, 'view pay', 'view pay invoice'),
    },
  },
  {
    code: 'headquarters',
    name: '总部',
    isAdmin: false,
    resources: {
      ...grant('/dashboard', 'view', 5),
      ...patients(5),
      ...grant('/allTimePatients', 'export delete merge', 5),
      ...grant('/allTimePatients', 'phone', 3),
      ...appointments(5),
      ...grant('/patientMedicalRecord', 'view', 3),
      ...grant('/orderSet', 'view discount revoke print', 5),
      ...memberships(5, 'view buy pay', 'view buy pay invoice account password'),
      ...staff(5),
    },
  },
]
