import { z } from 'zod'
import { states } from './core/states.ts'
import { call, resource, type CallGroup } from './core/call.ts'
import {
  idOf,
  moment,
  oneWord,
  optionalText,
  pageOf,
  paging,
  phone,
  requestId,
  requiredText,
  version,
} from './core/fields.ts'

/** A branch's question for a file. */
export const fileRequestStates = states({
  waiting: [0, '待处理', 'waiting'],
  opened: [1, '已开放', 'done'],
  refused: [2, '已拒绝', 'ended'],
})
export const fileRequestStatusNames = fileRequestStates.names

const VIEW = ['/allTimePatients:view'] as const

/** Whether the branches of a company share their files, and how one asks for another's where they do not. */
export const patientSharingCalls = {
  sharing: call({
    method: 'GET',
    path: '/patient-api/v2/central/sharing',
    doc: '门诊间是否共享患者档案（整个公司一项设置）',
    spec: null,
    allow: resource('/configInfo:view', '/allTimePatients:view'),
    also: ['/configInfo:edit'],
    output: z.object({
      shared: z.boolean(),
      version: z.number(),
      /** The company has other clinics: else there is nothing to share. */
      branches: z.boolean(),
      mayChange: z.boolean(),
    }),
  }),
  setSharing: call({
    method: 'POST',
    path: '/patient-api/v2/central/sharing/save',
    doc: '设置门诊间是否共享患者档案：关闭后各门诊只能看到本店建档或接诊过的患者。由机构管理员或总部设置。',
    spec: null,
    allow: resource('/configInfo:edit'),
    body: { shared: z.boolean({ error: '请选择是否共享' }), version, requestId },
    output: z.object({ version: z.number() }),
    idempotent: true,
    errors: ['VERSION_CONFLICT', 'ADMINISTRATOR_ONLY'],
  }),
  findElsewhere: call({
    method: 'POST',
    path: '/patient-api/v2/central/fileRequest/find',
    doc: '不共享时，按完整手机号查其他门诊是否有这位患者的档案：只答哪家门诊、几份，不答是谁',
    spec: null,
    allow: resource('/allTimePatients:view'),
    effect: 'read',
    scope: 'all',
    body: { mobile: phone('手机号') },
    output: z.array(
      z.object({
        clinicId: z.string(),
        clinicName: z.string(),
        files: z.number(),
        /** All of them have been asked for already and wait for an answer. */
        asked: z.boolean(),
      }),
    ),
  }),
  askForFile: call({
    method: 'POST',
    path: '/patient-api/v2/central/fileRequest/ask',
    doc: '请建档门诊开放患者档案：该门诊收到消息，同意后本店可以查看',
    spec: null,
    allow: resource('/allTimePatients:view'),
    scope: 'all',
    body: { mobile: phone('手机号'), clinicId: idOf('门诊'), reason: requiredText('原因', 200), requestId },
    output: z.object({ asked: z.number() }),
    idempotent: true,
    errors: ['FILE_REQUEST_NONE', 'FILE_REQUEST_OPEN'],
  }),
  fileRequests: call({
    method: 'POST',
    path: '/patient-api/v2/central/fileRequest/list',
    doc: '档案开放申请：in 其他门诊向本店申请的，out 本店向其他门诊申请的（未开放前不显示是谁）',
    spec: null,
    allow: resource('/allTimePatients:open', '/allTimePatients:view'),
    effect: 'read',
    scope: 'all',
    body: {
      direction: oneWord('方向', ['in', 'out']).default('in'),
      state: oneWord('状态', ['open', 'all']).default('open'),
      ...paging,
    },
    output: pageOf(
      z.object({
        id: z.string(),
        version: z.number(),
        status: z.number(),
        /** Null for the asking clinic until the file is open to it. */
        patientId: z.string().nullable(),
        name: z.string().nullable(),
        medicalNumber: z.string().nullable(),
        mobile: z.string().nullable(),
        askingClinicName: z.string(),
        homeClinicName: z.string(),
        reason: z.string(),
        askedName: z.string(),
        createdTime: moment,
        answeredName: z.string(),
        answeredTime: moment.nullable(),
        answer: z.string(),
      }),
    ),
  }),
  answerFileRequest: call({
    method: 'POST',
    path: '/patient-api/v2/central/fileRequest/answer',
    doc: '同意或拒绝其他门诊的档案开放申请；同意后申请门诊可以查看这份档案和就诊历史',
    spec: null,
    allow: resource('/allTimePatients:open'),
    also: VIEW,
    scope: 'all',
    body: {
      id: idOf('申请'),
      version,
      open: z.boolean({ error: '请选择是否开放' }),
      answer: optionalText('说明', 200),
      requestId,
    },
    output: z.object({ id: z.string(), version: z.number(), status: z.number() }),
    idempotent: true,
    errors: ['FILE_REQUEST_SETTLED', 'FILE_REQUEST_REASON', 'VERSION_CONFLICT'],
  }),
} satisfies CallGroup
