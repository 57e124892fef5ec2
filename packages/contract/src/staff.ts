import { z } from 'zod'
import { askedEmployee, listedEmployeeKeys, newJobNumber, shownEmployee } from './employee-fields.ts'
import { someOf } from './core/field-kinds.ts'
import { states } from './core/states.ts'
import { call, inClinic, resource, signedIn, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  idOf,
  moment,
  noneTwice,
  oneOf,
  oneWord,
  optionalText,
  option,
  pageOf,
  paging,
  phone,
  rejectReason,
  requestId,
  requiredText,
  version,
} from './core/fields.ts'
import { postCalls } from './posts.ts'

/** Refusals of this domain: codes 28000 to 28999. */
export const staffErrors = {
  APPLY_PENDING: { code: 28001, message: '已有待审核的申请' },
  APPLY_RELATED: { code: 28002, message: '您已是该门诊的员工' },
  APPLY_DECIDED: { code: 28003, message: '该申请已处理' },
  APPLY_CLINIC_CLOSED: { code: 28004, message: '该门诊不接受关联申请' },
  EMPLOYEE_JOB_NUMBER: { code: 28005, message: '工号已被使用' },
  EMPLOYEE_OPEN_WORK: { code: 28006, message: '还有未完成的工作，请先转交' },
  EMPLOYEE_SELF: { code: 28007, message: '不能停用自己或取消自己的岗位' },
  ADMINISTRATOR_SELF: { code: 28008, message: '不能取消自己的机构管理员岗位' },
  ADMINISTRATOR_LAST: { code: 28009, message: '至少保留一名机构管理员' },
  ADMINISTRATOR_ONLY: { code: 28010, http: 403, message: '只有机构管理员可以授予或变更机构管理员' },
  POST_BEYOND: { code: 28011, http: 403, message: '该岗位的权限超出本人的权限，请由机构管理员授予' },
  POST_UNKNOWN: { code: 28012, message: '岗位不存在' },
  EMPLOYEE_LEFT: { code: 28013, message: '该员工已离职' },
  EMPLOYEE_PLACE_UNKNOWN: { code: 28014, message: '科室或诊椅不属于该门诊' },
  HAND_OVER_TO: { code: 28015, message: '请选择本门诊在职的另一位医生' },
  EMPLOYEE_PHONE: { code: 28016, message: '该手机号已登记为本机构的员工' },
  POST_NAME_TAKEN: { code: 28018, message: '已有同名的岗位' },
  POST_ADMIN_FIXED: { code: 28019, message: '机构管理员的权限不能修改' },
  POST_SCOPE: { code: 28030, message: '该权限没有这种数据范围，请重新选择' },
  POST_CLINICS_NEEDED: { code: 28020, message: '数据范围选了指定门诊，请选择门诊' },
  POST_OWN: { code: 28021, http: 403, message: '不能变更自己所在岗位的权限，请由其他管理员变更' },
  POST_BUILT_IN: { code: 28022, message: '系统自带的岗位不能删除' },
  POST_HELD: { code: 28023, message: '还有人在岗，请先调整岗位' },
  POSTS_OWN: { code: 28024, http: 403, message: '不能变更自己的岗位，请由其他管理员变更' },
  GRANT_BEYOND: { code: 28025, http: 403, message: '不能授予本人没有的权限' },
  DISCOUNT_BEYOND: { code: 28017, message: '最低折扣不能低于本人的折扣下限' },
} as const satisfies Record<string, ErrorEntry>

/** Whether somebody works here at present. */
export const workStates = states({
  working: [1, '在职', 'done'],
  away: [2, '停职/休假', 'waiting'],
  left: [3, '已离开', 'ended'],
})
/** Somebody's question to belong to a clinic. */
export const associationStates = states({
  waiting: [0, '待审核', 'waiting'],
  accepted: [1, '已通过', 'done'],
  refused: [2, '已驳回', 'late'],
  withdrawn: [3, '已撤回', 'ended'],
  ended: [4, '已解除', 'ended'],
})

/** A clinic as somebody who looks for one sees it: no more than this. */
const foundClinic = z.object({
  clinicId: z.string(),
  clinicName: z.string(),
  companyName: z.string(),
  address: z.string(),
  logoUrl: z.string().nullable(),
})

/** A clinic to which a person belongs. */
const relatedClinic = foundClinic.extend({
  /** By which name the clinic knows the person, and in which posts. */
  employeeName: z.string(),
  posts: z.array(z.string()),
  workStatus: z.number(),
  /** The clinic of the present session. */
  isCurrent: z.boolean(),
})

/** How far an application is. */
const applyFate = {
  /** 0 waiting, 1 approved, 2 rejected, 3 withdrawn, 4 ended. */
  status: z.number(),
  remark: z.string(),
  applyTime: moment,
  auditName: z.string().nullable(),
  auditTime: moment.nullable(),
  endedTime: moment.nullable(),
}

const choice = z.object({ value: z.number(), label: z.string() })

/** How the applicant calls himself. The specification wants the first character looked at. */
const FIRST_CHARACTER = '姓名的第一个字不能为空'
const firstName = z
  .string({ error: FIRST_CHARACTER })
  .max(20, { error: '姓名不能超过20个字' })
  .refine((text) => /^\S/u.test(text) && !/[\u0000-\u001f\u007f]|\p{Cs}/u.test(text), { error: FIRST_CHARACTER })

const clinicName = requiredText('门诊名称', 40, 2)
const { name: realName, jobType, workType } = askedEmployee
const postIds = z
  .array(idOf('岗位'))
  .min(1, { error: '请至少选择一个岗位' })
  .max(10, { error: '岗位不能超过10个' })
  .refine(noneTwice, { error: '岗位重复' })

/** What every row of staff and the form say besides the fields. */
const employeeFacts = { id: z.string(), version: z.number(), workStatus: z.number() }
const heldPost = option.extend({ isAdmin: z.boolean() })

const employeeRow = z.object({
  ...employeeFacts,
  ...someOf(shownEmployee, ...listedEmployeeKeys),
  hasAccount: z.boolean(),
  /** Belongs to the clinic that was asked for. */
  active: z.boolean(),
  deptName: z.string().nullable(),
  posts: z.array(heldPost),
  isMe: z.boolean(),
})

/** Something a person has not finished: an appointment to come, somebody waiting or in the chair, a follow-up. */
const openWorkItem = z.object({
  kind: z.enum(['appointment', 'registration', 'followUp']),
  id: z.string(),
  clinicName: z.string(),
  patientName: z.string(),
  at: moment,
  title: z.string(),
})

const applyErrors = ['APPLY_PENDING', 'APPLY_RELATED', 'APPLY_CLINIC_CLOSED', 'TOO_MANY'] as const

/** Staff: association with a clinic, employees, posts and what they may do. */
export const staff = {
  ...postCalls,
  searchClinic: call({
    method: 'POST',
    path: '/user-api/account/search-clinic',
    doc: '按名称查找可关联的门诊：只给名称、机构、地址和标志，最多 20 家',
    spec: 'account-search-clinic',
    allow: signedIn,
    body: { name: clinicName },
    output: z.array(foundClinic),
    errors: ['TOO_MANY'],
  }),
  apply: call({
    method: 'POST',
    path: '/user-api/account/apply',
    doc: '申请关联门诊；同一门诊只能有一条待审核的申请',
    spec: 'account-apply',
    allow: signedIn,
    body: { firstName, clinicId: idOf('门诊') },
    output: z.object({ applyId: z.string() }),
    errors: applyErrors,
  }),
  relateClinic: call({
    method: 'POST',
    path: '/user-api/account/relate-clinic',
    doc: '申请关联门诊，并给审核人附言（remark）；其余同 account/apply',
    spec: 'account-relate-clinic',
    allow: signedIn,
    body: {
      clinicId: idOf('门诊'),
      firstName,
      remark: optionalText('附言', 100),
      /** As what; a proposal, whoever decides gives the post. */
      jobType: jobType.nullish(),
    },
    output: z.object({ applyId: z.string() }),
    errors: applyErrors,
  }),
  invitingClinic: call({
    method: 'GET',
    path: '/user-api/account/inviting-clinic/{clinicId}',
    doc: '扫码或打开链接时：这是哪家门诊；与按名称查找给的内容一样，仍须申请和审核',
    spec: null,
    allow: signedIn,
    params: { clinicId: idOf('门诊') },
    output: foundClinic,
    errors: ['APPLY_CLINIC_CLOSED'],
  }),
  listRelatedClinic: call({
    method: 'POST',
    path: '/user-api/account/list-related-clinic',
    doc: '本人已关联的全部门诊',
    spec: 'account-list-related-clinic',
    allow: signedIn,
    effect: 'read',
    output: z.array(relatedClinic),
  }),
  listApplyClinic: call({
    method: 'POST',
    path: '/user-api/account/list-apply-clinic',
    doc: '本人的关联申请，最近的在前：0 待审核 1 已通过 2 已驳回 3 已撤回 4 已解除',
    spec: 'account-list-apply-clinic',
    allow: signedIn,
    effect: 'read',
    body: paging,
    output: pageOf(
      z.object({
        applyId: z.string(),
        clinicId: z.string(),
        clinicName: z.string(),
        companyName: z.string(),
        firstName: z.string(),
        note: z.string(),
        ...applyFate,
      }),
    ),
  }),
  withdrawApply: call({
    method: 'POST',
    path: '/user-api/account/withdraw-apply',
    doc: '撤回本人待审核的关联申请',
    spec: null,
    allow: signedIn,
    body: { applyId: idOf('申请') },
    output: z.null(),
    errors: ['APPLY_DECIDED'],
  }),
  deleteRelate: call({
    method: 'POST',
    path: '/user-api/account/delete-relate/{clinicId}',
    doc: '解除本人与一家门诊的关联；有未完成的预约、挂号或是唯一的机构管理员时拒绝',
    spec: 'account-delete-relate',
    allow: signedIn,
    params: { clinicId: idOf('门诊') },
    output: z.object({
      /** The session has been in this clinic and goes on without one. */
      leftCurrent: z.boolean(),
    }),
    errors: ['EMPLOYEE_OPEN_WORK', 'ADMINISTRATOR_LAST'],
  }),
  myClinics: call({
    method: 'POST',
    path: '/tenant-api/employee-clinic/get-related-clinic',
    doc: '本人在当前机构里任职的门诊',
    spec: 'employee-clinic-get-related-clinic',
    allow: inClinic,
    effect: 'read',
    output: z.array(relatedClinic),
  }),
  searchOtherClinic: call({
    method: 'POST',
    path: '/tenant-api/employee-clinic/search-clinic',
    doc: '在职员工按名称查找还可关联的门诊；已任职的不在其中',
    spec: 'employee-clinic-search-clinic',
    allow: inClinic,
    body: { name: clinicName },
    output: z.array(foundClinic),
    errors: ['TOO_MANY'],
  }),

  signature: call({
    method: 'GET',
    path: '/user-api/signature',
    doc: '本人的签名图：从何时起；没有时为空',
    spec: null,
    allow: inClinic,
    output: z.object({ since: moment.nullable() }),
  }),
  signaturePicture: call({
    method: 'GET',
    path: '/user-api/signature/picture',
    doc: '读取本人的签名图；别人的只印在他签过的文件上',
    spec: null,
    allow: inClinic,
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),
  saveSignature: call({
    method: 'POST',
    path: '/user-api/signature/save',
    doc: '本人设定签名图：jpeg 或 png，5M 以内；此后签的病历、处方印有它，以前签的不变',
    spec: null,
    allow: inClinic,
    upload: { field: 'file', maxBytes: 5 * 1024 * 1024, types: ['image/png', 'image/jpeg'], redraw: 900 },
    output: z.object({ since: moment }),
    errors: ['UPLOAD_TOO_LARGE', 'UPLOAD_WRONG_TYPE'],
  }),
  removeSignature: call({
    method: 'POST',
    path: '/user-api/signature/remove',
    doc: '本人取下签名图：此后签的只印姓名，以前签的不变',
    spec: null,
    allow: inClinic,
    output: z.null(),
  }),

  findInduction: call({
    method: 'GET',
    path: '/tenant-api/findInduction',
    doc: '入职可选项：工作类型、工作状态，以及本人可授予的岗位',
    spec: 'find-induction',
    allow: inClinic,
    output: z.object({
      workTypes: z.array(choice),
      workStatuses: z.array(choice),
      posts: z.array(
        heldPost.extend({
          mayGive: z.boolean(),
          /** The kind of work that a post of the house is for; null: one that the company made. */
          jobType: z.number().nullable(),
        }),
      ),
    }),
    also: ['/baseEmployee:edit', '/employeEaudit:audit'],
  }),
  jobTypes: call({
    method: 'GET',
    path: '/tenant-api/jobTypes',
    doc: '工种',
    spec: 'job-types',
    allow: inClinic,
    output: z.array(choice),
  }),

  applications: call({
    method: 'POST',
    path: '/tenant-api/relate-apply/list',
    doc: '当前门诊收到的关联申请：待审核或已处理',
    spec: null,
    allow: resource('/employeEaudit:view'),
    effect: 'read',
    body: { state: oneWord('状态', ['pending', 'decided']), keyword: optionalText('关键字', 40), ...paging },
    output: pageOf(
      z.object({
        applyId: z.string(),
        userId: z.string(),
        firstName: z.string(),
        note: z.string(),
        /** As what they ask to be taken in; null: they did not say. */
        jobType: z.number().nullable(),
        nickName: z.string(),
        phone: z.string(),
        /** A doctor by qualification. */
        isDoctorAuth: z.boolean(),
        ...applyFate,
        /** What the approval made of the person. */
        employeeName: z.string().nullable(),
        posts: z.array(z.string()),
      }),
    ).extend({ pendingCount: z.number() }),
  }),
  applyPass: call({
    method: 'POST',
    path: '/user-api/account/apply-pass',
    doc: '通过一位申请人（userId）对当前门诊待审核的申请：建员工、岗位和门诊关联，申请人立即可进入',
    spec: 'account-apply-pass',
    allow: resource('/employeEaudit:audit'),
    scope: 'all',
    body: {
      clinicId: idOf('门诊'),
      userId: idOf('申请人'),
      realName,
      phone: phone(),
      /** A post of the company. */
      job: idOf('岗位'),
      jobType,
      workType,
      workStatus: oneOf('工作状态', [1, 2]),
      remark: optionalText('备注', 200),
    },
    output: z.object({ employeeId: z.string() }),
    errors: ['APPLY_DECIDED', 'POST_UNKNOWN', 'POST_BEYOND', 'ADMINISTRATOR_ONLY', 'EMPLOYEE_PHONE'],
  }),
  applyReject: call({
    method: 'POST',
    path: '/user-api/account/apply-reject',
    doc: '驳回一位申请人（userId）对当前门诊待审核的申请，须写理由',
    spec: 'account-apply-reject',
    allow: resource('/employeEaudit:audit'),
    body: { clinicId: idOf('门诊'), userId: idOf('申请人'), remark: rejectReason },
    output: z.null(),
    errors: ['APPLY_DECIDED'],
  }),

  employeeList: call({
    method: 'POST',
    path: '/tenant-api/employee/list',
    doc: '一家门诊的员工（默认当前门诊）：按姓名、拼音、工号、手机查找，按工种、岗位、状态筛选',
    spec: null,
    allow: resource('/baseEmployee:view'),
    scope: 'all',
    effect: 'read',
    body: {
      clinicId: idOf('门诊').nullish(),
      keyword: optionalText('关键字', 40),
      jobType: jobType.nullish(),
      postId: idOf('岗位').nullish(),
      /** working: at work or on leave. gone: left the clinic or the company. */
      state: oneWord('状态', ['working', 'suspended', 'gone']).default('working'),
      ...paging,
    },
    output: pageOf(employeeRow).extend({
      counts: z.object({ working: z.number(), suspended: z.number(), gone: z.number() }),
    }),
  }),
  employeeClinics: call({
    method: 'GET',
    path: '/tenant-api/employee/clinics',
    doc: '可以管理员工的门诊：当前门诊，数据范围为全连锁时是全部',
    spec: null,
    allow: resource('/baseEmployee:view'),
    scope: 'all',
    output: z.array(option),
  }),
  employeeDetail: call({
    method: 'GET',
    path: '/tenant-api/employee/detail/{id}',
    doc: '一位员工：登记内容，以及在各门诊的岗位',
    spec: null,
    allow: resource('/baseEmployee:view'),
    scope: 'all',
    params: { id: idOf('员工') },
    output: z.object({
      ...employeeFacts,
      ...shownEmployee,
      leaveDate: z.string().nullable(),
      hasAccount: z.boolean(),
      /** Since when there is a picture of the person's signature; null: none. */
      signatureSince: moment.nullable(),
      isMe: z.boolean(),
      clinics: z.array(
        z.object({
          clinicId: z.string(),
          clinicName: z.string(),
          active: z.boolean(),
          /** The asking person's data scope reaches this clinic. */
          mayEdit: z.boolean(),
          posts: z.array(heldPost),
        }),
      ),
    }),
    also: ['/baseEmployee:edit'],
  }),
  addEmployee: call({
    method: 'POST',
    path: '/tenant-api/employee/add',
    doc: '登记一位没有账号的员工；本人以后用同一手机号申请关联时即并为一人',
    spec: null,
    allow: resource('/baseEmployee:edit'),
    scope: 'all',
    idempotent: true,
    body: {
      ...askedEmployee,
      jobNumber: newJobNumber,
      clinicId: idOf('门诊').nullish(),
      postIds,
      requestId,
    },
    output: z.object({ id: z.string() }),
    errors: ['EMPLOYEE_JOB_NUMBER', 'EMPLOYEE_PHONE', 'POST_UNKNOWN', 'POST_BEYOND', 'ADMINISTRATOR_ONLY'],
  }),
  updateEmployee: call({
    method: 'POST',
    path: '/tenant-api/employee/update',
    doc: '修改一位员工的登记内容；工号在机构内唯一',
    spec: null,
    allow: resource('/baseEmployee:edit'),
    scope: 'all',
    body: { id: idOf('员工'), version, ...askedEmployee },
    output: z.object({ version: z.number() }),
    errors: ['EMPLOYEE_JOB_NUMBER', 'EMPLOYEE_PHONE', 'EMPLOYEE_OPEN_WORK', 'ADMINISTRATOR_ONLY', 'VERSION_CONFLICT'],
  }),
  setEmployeePosts: call({
    method: 'POST',
    path: '/tenant-api/employee/set-posts',
    doc: '一位员工在一家门诊的岗位；下一次请求起生效',
    spec: null,
    allow: resource('/baseEmployee:edit'),
    scope: 'all',
    body: { id: idOf('员工'), clinicId: idOf('门诊'), postIds },
    output: z.null(),
    errors: [
      'POST_UNKNOWN',
      'POST_BEYOND',
      'ADMINISTRATOR_ONLY',
      'ADMINISTRATOR_SELF',
      'ADMINISTRATOR_LAST',
      'EMPLOYEE_LEFT',
      'POSTS_OWN',
    ],
  }),
  openWork: call({
    method: 'POST',
    path: '/tenant-api/employee/open-work',
    doc: '停用一位员工前要先处理的：以后的预约、未结束的挂号、未完成的随访；给出可接手的医生和同事',
    spec: null,
    allow: resource('/baseEmployee:edit'),
    scope: 'all',
    effect: 'read',
    body: { id: idOf('员工'), clinicId: idOf('门诊').nullish(), ...paging },
    output: pageOf(openWorkItem).extend({
      /** Of the whole list: appointments and registrations, follow-ups. */
      patients: z.number(),
      followUps: z.number(),
      doctors: z.array(option),
      colleagues: z.array(option),
    }),
  }),
  handOver: call({
    method: 'POST',
    path: '/tenant-api/employee/hand-over',
    doc: '把一位员工在当前门诊未完成的转给别人：预约和挂号给另一位医生，随访给任一位同事；转不了的逐条说明原因',
    spec: null,
    allow: resource('/baseEmployee:edit'),
    idempotent: true,
    also: ['/myAppointmentBoard:edit', '/myAppointmentBoard:overbook'],
    body: {
      id: idOf('员工'),
      toEmployeeId: idOf('接手的人'),
      what: oneWord('转交什么', ['patients', 'followUps']).default('patients'),
      reason: optionalText('原因', 100),
      requestId,
    },
    output: z.object({
      done: z.number(),
      left: z.array(z.object({ kind: z.string(), id: z.string(), patientName: z.string(), reason: z.string() })),
    }),
    errors: ['HAND_OVER_TO', 'FORBIDDEN'],
  }),
  setEmployment: call({
    method: 'POST',
    path: '/tenant-api/employee/set-work-status',
    doc: '员工在职、停职/休假或离职：停用前须无未完成的预约、挂号与随访；离职者的登录立即失效',
    spec: null,
    allow: resource('/baseEmployee:edit'),
    scope: 'all',
    body: {
      id: idOf('员工'),
      version,
      workStatus: oneOf('工作状态', workStates.sets.all),
      reason: optionalText('原因', 100),
    },
    output: z.object({ version: z.number() }),
    errors: ['EMPLOYEE_OPEN_WORK', 'EMPLOYEE_SELF', 'ADMINISTRATOR_ONLY', 'ADMINISTRATOR_LAST', 'VERSION_CONFLICT'],
  }),
  removeFromClinic: call({
    method: 'POST',
    path: '/tenant-api/employee/remove-from-clinic',
    doc: '让一位员工离开一家门诊；没有别的门诊时即离职',
    spec: null,
    allow: resource('/baseEmployee:edit'),
    scope: 'all',
    body: { id: idOf('员工'), clinicId: idOf('门诊'), reason: optionalText('原因', 100) },
    output: z.null(),
    errors: ['EMPLOYEE_OPEN_WORK', 'EMPLOYEE_SELF', 'ADMINISTRATOR_ONLY', 'ADMINISTRATOR_LAST', 'EMPLOYEE_LEFT'],
  }),

  clinicStaff: call({
    method: 'GET',
    path: '/tenant-api/employee/clinic-settings',
    doc: '当前门诊对员工的设置：预约板次序、网上预约、默认科室与诊椅、接诊状态',
    spec: null,
    allow: resource('/employeeSet:view'),
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          version: z.number(),
          ...someOf(shownEmployee, 'name', 'jobType', 'titlePost', 'colour', 'isDoctor'),
          workStatus: z.number(),
          deptId: z.string().nullable(),
          chairId: z.string().nullable(),
          isOpenEntry: z.boolean(),
          registrationStatus: z.number(),
        }),
      ),
      depts: z.array(option),
      chairs: z.array(option),
    }),
  }),
  setClinicStaff: call({
    method: 'POST',
    path: '/tenant-api/employee/clinic-setting',
    doc: '当前门诊对一位员工的设置',
    spec: null,
    allow: resource('/employeeSet:edit'),
    body: {
      id: idOf('员工'),
      version,
      deptId: idOf('科室').nullable(),
      chairId: idOf('诊椅').nullable(),
      isOpenEntry: z.boolean({ error: '请选择是否开放网上预约' }),
      registrationStatus: oneOf('接诊状态', [0, 1, 2]),
    },
    output: z.object({ version: z.number() }),
    errors: ['EMPLOYEE_PLACE_UNKNOWN', 'VERSION_CONFLICT'],
  }),
  orderClinicStaff: call({
    method: 'POST',
    path: '/tenant-api/employee/clinic-order',
    doc: '当前门诊员工在预约板与名单里的次序：给出全部员工的新次序',
    spec: null,
    allow: resource('/employeeSet:edit'),
    body: {
      ids: z
        .array(idOf('员工'))
        .min(1, { error: '请给出员工次序' })
        .max(500, { error: '员工过多' })
        .refine(noneTwice, { error: '员工重复' }),
    },
    output: z.null(),
  }),
} satisfies CallGroup
