import { z } from 'zod'
import { askedOwnItem, shownCompanyItem, shownFixedItem, shownOwnItem } from './appoint-item-fields.ts'
import { appointmentTones, USUAL_TONES } from './core/appointment-tones.ts'
import { call, resource, type CallGroup } from './core/call.ts'
import {
  amount,
  idOf,
  money,
  noneTwice,
  oneOf,
  oneWord,
  localDate,
  optionalText,
  requiredText,
  version,
  wholeNumber,
  wordsOf,
} from './core/fields.ts'
import { weekHours, weekHoursShown } from './core/hours.ts'
import { receiptPapers, recordNotations, recordPapers } from './core/papers.ts'
import { requirableFields } from './patient-fields/index.ts'
import { appointItems } from './lists/appoint-items.ts'
import { chairs, depts } from './lists/departments.ts'
import { dictItems } from './lists/dictionaries.ts'
import { ownDiagnoses } from './lists/own-diagnoses.ts'
import { payMethods } from './lists/pay-methods.ts'
import { tariffPackages } from './lists/tariff-packages.ts'
import { sources } from './lists/sources.ts'
import { consentRules } from './core/consent-rules.ts'
import { orthoPictureRules } from './core/ortho-states.ts'
import { qualityRuleIds } from './core/quality-rules.ts'
import { REQUIRABLE_SECTIONS } from './core/record-sections.ts'

/** So many pictures of its premises may a clinic show. */
export const MOST_PREMISES = 8
/** A place on the map within China, to about a metre. */
const degrees = (label: string, min: number, max: number) =>
  z
    .number({ error: `请填写${label}` })
    .min(min, { error: `${label}应在 ${min} 到 ${max} 之间` })
    .max(max, { error: `${label}应在 ${min} 到 ${max} 之间` })
    .nullish()

/** Fields that this clinic asks for when a file is opened. */
const patientRequired = z.array(oneWord('必填项', wordsOf(requirableFields)), { error: '必填项应为列表' })

/** Sections of a record that this clinic asks for besides those that always are. */
const sections = (label: string) => z.array(oneWord(label, REQUIRABLE_SECTIONS), { error: `${label}应为列表` })

/** Letters before a medical number. */
const NUMBER_PREFIX = /^[A-Z]{0,4}$/
/** A minute of the day at which SMS may begin or end: the law lets marketing out between 8:00 and 21:00. */
const smsMinute = (label: string) =>
  wholeNumber(label, 480, 1260).refine((value) => value % 30 === 0, { error: `${label}应为整点或半点` })

/** Rules that a clinic sets; those left out stay as they are. */
const laterRules = {
  /** In which order payments go back, and from which sum on somebody else agrees to a refund first. */
  refundMode: oneOf('退款次序', [1, 2]),
  /** Cash is counted before the till says what should be there. */
  shiftBlind: z.boolean({ error: '请选择是否盲点' }),
  cardMakeUp: z.boolean({ error: '请选择退卡是否补差' }),
  refundApprovalAmount: money('退费审批金额', 0, 9_999_999),
  /** Medical numbers: letters, the year, and so many digits of the count. */
  numberPrefix: z.string({ error: '请填写前缀' }).trim().regex(NUMBER_PREFIX, { error: '前缀为最多 4 个大写字母' }),
  numberYear: z.boolean({ error: '请选择是否带年份' }),
  numberWidth: oneOf('流水位数', [4, 5, 6]),
  /** Sections of a record asked for at a first and at a return visit. */
  firstSections: sections('初诊必填段落'),
  returnSections: sections('复诊必填段落'),
  /** What becomes of a record whose treatments ask for a consent that nobody signed. */
  consentRule: oneWord('同意书检查', wordsOf(consentRules)),
  /** What becomes of the start and the end of orthodontics without their pictures. */
  orthoPictureRule: oneWord('正畸影像检查', wordsOf(orthoPictureRules)),
  /** Sound of dictation may leave the house: to the service of the browser's maker, where the browser does not listen by itself. */
  speechRemote: z.boolean({ error: '请选择是否允许语音送出' }),
  /** How the clinic takes rules of the quality check, where not as the list says. */
  qualityRules: z
    .array(
      z.strictObject({
        id: z.enum(qualityRuleIds, { error: '没有这条质控规则' }),
        level: oneOf('严重程度', [0, 1, 2, 3]),
        points: wholeNumber('扣分', 0, 100),
      }),
      { error: '质控规则应为列表' },
    )
    .max(qualityRuleIds.length, { error: '质控规则过多' }),
  /** Days after the signature when a record is filed. */
  archiveDays: wholeNumber('归档天数', 1, 365),
  /** Whose records a superior signs too. */
  countersigned: z
    .array(idOf('员工'), { error: '请选择需要上级审签的人' })
    .max(200, { error: '需要上级审签的人不能超过 200 个' }),
  recordPaper: oneWord('病历纸型', wordsOf(recordPapers)),
  recordNotation: oneWord('牙位写法', wordsOf(recordNotations)),
  /** Whether records are printed with small pictures of what hangs on them, unless somebody chooses otherwise. */
  recordPictures: z.boolean({ error: '请选择病历是否附图' }),
  receiptPaper: oneWord('收据纸型', wordsOf(receiptPapers)),
  /** Colours of the states 0 to 5 of an appointment. */
  appointmentTones: z
    .array(oneWord('颜色', wordsOf(appointmentTones)), { error: '请选择颜色' })
    .length(USUAL_TONES.length, { error: `请选择 ${USUAL_TONES.length} 种状态的颜色` }),
  /** One doctor works here alone: prescriptions are audited by whoever wrote them. */
  soloDoctor: z.boolean({ error: '请选择是否单医师门诊' }),
  /** The clinic's right to psychotropics of the second class: the number of the permit ('' none), and until when it holds. */
  psychotropicNo: z
    .string({ error: '请填写精神药品资格编号' })
    .trim()
    .max(40, { error: '精神药品资格编号不能超过 40 字' }),
  psychotropicUntil: localDate('精神药品资格有效期').nullable(),
  smsFromMin: smsMinute('最早发送时间'),
  smsToMin: smsMinute('最晚发送时间'),
}
const laterOptional = Object.fromEntries(Object.entries(laterRules).map(([name, rule]) => [name, rule.optional()])) as {
  [K in keyof typeof laterRules]: z.ZodOptional<(typeof laterRules)[K]>
}

/** Calls of the settings: what a clinic and its company keep lists of, and how a clinic works. */
export const settingCalls = {
  deptList: depts.calls.list,
  saveDept: depts.calls.save,
  sortDepts: depts.calls.sort,
  deptSheet: depts.calls.sheet,
  chairList: chairs.calls.list,
  saveChair: chairs.calls.save,
  sortChairs: chairs.calls.sort,
  chairSheet: chairs.calls.sheet,
  appointItemList: appointItems.calls.list,
  saveAppointItem: appointItems.calls.save,
  sortAppointItems: appointItems.calls.sort,
  appointItemSheet: appointItems.calls.sheet,
  ownDiagnosisList: ownDiagnoses.calls.list,
  saveOwnDiagnosis: ownDiagnoses.calls.save,
  sortOwnDiagnoses: ownDiagnoses.calls.sort,
  ownDiagnosisSheet: ownDiagnoses.calls.sheet,
  clinicItemList: call({
    method: 'GET',
    path: '/tenant-api/clinic/appoint-item/list',
    doc: '机构启用的预约项目，以及本店与机构不同的地方',
    spec: null,
    allow: resource('/appointItem:view'),
    output: z.array(
      z.object({
        id: z.string(),
        ...shownFixedItem,
        sortNo: z.number(),
        company: z.object(shownCompanyItem),
        /** What the clinic says of it; null or empty: as the company. */
        ...shownOwnItem,
        /** The department of this clinic that does it. */
        deptId: z.string().nullable(),
        deptName: z.string().nullable(),
        /** Patients are booked for it here. */
        enabled: z.boolean(),
        /** Of what the clinic says; null: nothing yet. */
        version: z.number().nullable(),
      }),
    ),
  }),
  saveClinicItem: call({
    method: 'POST',
    path: '/tenant-api/clinic/appoint-item/save',
    doc: '本店的预约项目：是否开展、时长、网上预约；空着的随机构',
    spec: null,
    allow: resource('/appointItem:edit'),
    body: {
      itemId: idOf('预约项目'),
      version: version.nullish(),
      enabled: z.boolean({ error: '请选择是否开展' }),
      ...askedOwnItem,
      deptId: idOf('科室').nullish(),
    },
    output: z.object({ version: z.number() }),
    errors: ['VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  dictList: dictItems.calls.list,
  saveDictItem: dictItems.calls.save,
  sortDictItems: dictItems.calls.sort,
  dictSheet: dictItems.calls.sheet,
  sourceList: sources.calls.list,
  saveSource: sources.calls.save,
  sortSources: sources.calls.sort,
  sourceSheet: sources.calls.sheet,
  packageList: tariffPackages.calls.list,
  savePackage: tariffPackages.calls.save,
  sortPackages: tariffPackages.calls.sort,
  packageSheet: tariffPackages.calls.sheet,
  payMethodList: payMethods.calls.list,
  savePayMethod: payMethods.calls.save,
  sortPayMethods: payMethods.calls.sort,
  payMethodSheet: payMethods.calls.sheet,
  clinicProfile: call({
    method: 'GET',
    path: '/tenant-api/clinic/profile',
    doc: '门诊信息：名称、联系方式、营业时间、介绍',
    spec: null,
    allow: resource('/outpatientServiceInfo:view'),
    output: z.object({
      name: z.string(),
      shortName: z.string(),
      phone: z.string(),
      address: z.string(),
      hours: weekHoursShown,
      introduction: z.string(),
      traffic: z.string(),
      /** Ids of pictures. */
      logo: z.string().nullable(),
      pictures: z.array(z.string()),
      longitude: z.number().nullable(),
      latitude: z.number().nullable(),
      isMedicare: z.boolean(),
      leader: z.string(),
      /** What the licence in force says; changed under the organisation's papers. */
      licence: z
        .object({
          permitNo: z.string(),
          permitExpire: z.string().nullable(),
          principal: z.string(),
          /** 1 in force, 3 a change is under review, 4 run out. */
          status: z.number(),
        })
        .nullable(),
      version: z.number(),
    }),
  }),
  saveClinicProfile: call({
    method: 'POST',
    path: '/tenant-api/clinic/profile/save',
    doc: '修改门诊信息；门诊名称随机构资质变更',
    spec: null,
    allow: resource('/outpatientServiceInfo:edit'),
    body: {
      version,
      shortName: requiredText('简称', 20),
      phone: z
        .string({ error: '请填写电话' })
        .trim()
        .regex(/^(1[2-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|400-?\d{3}-?\d{4})$/, {
          error: '请填写手机号、带区号的座机或 400 电话',
        }),
      address: requiredText('地址', 100),
      hours: weekHours,
      introduction: optionalText('简介', 500),
      traffic: optionalText('交通', 200),
      logo: idOf('logo').nullish(),
      pictures: z
        .array(idOf('环境图'), { error: '环境图应为列表' })
        .max(MOST_PREMISES, { error: `环境图最多 ${MOST_PREMISES} 张` })
        .refine(noneTwice, { error: '同一张环境图不能放两次' })
        .default([]),
      longitude: degrees('经度', 73, 136),
      latitude: degrees('纬度', 3, 54),
      isMedicare: z.boolean({ error: '请选择是否医保定点' }).default(false),
      leader: optionalText('负责人', 20),
    },
    output: z.object({ version: z.number() }),
    errors: ['CLINIC_HOURS', 'CLINIC_PLACE', 'VERSION_CONFLICT'],
  }),
  clinicConfig: call({
    method: 'GET',
    path: '/tenant-api/clinic/config',
    doc: '门诊规则：预约、候诊、收费的各项开关',
    spec: null,
    allow: resource('/configInfo:view'),
    output: z.object({
      revisitDays: z.number(),
      slotMinutes: z.number(),
      overbookLimit: z.number(),
      noShowMinutes: z.number(),
      lateMinutes: z.number(),
      regFee: amount,
      checkInFee: z.boolean(),
      rounding: z.enum(['none', 'jiao', 'yuan']),
      arrearsAllowed: z.boolean(),
      patientRequired,
      ...laterRules,
      version: z.number(),
    }),
  }),
  saveClinicConfig: call({
    method: 'POST',
    path: '/tenant-api/clinic/config/save',
    doc: '修改门诊规则；下一次请求即生效',
    spec: null,
    allow: resource('/configInfo:edit'),
    body: {
      version,
      revisitDays: wholeNumber('复诊天数', 1, 3650),
      slotMinutes: oneOf('预约刻度', [5, 10, 15]),
      overbookLimit: wholeNumber('加号上限', 0, 20),
      noShowMinutes: wholeNumber('爽约判定', 5, 720),
      lateMinutes: wholeNumber('迟到判定', 1, 240),
      regFee: money('挂号费', 0, 9999),
      checkInFee: z.boolean({ error: '请选择预约签到是否收挂号费' }).optional(),
      rounding: oneWord('抹零', ['none', 'jiao', 'yuan']),
      arrearsAllowed: z.boolean({ error: '请选择是否允许欠费' }),
      patientRequired: patientRequired.transform((fields) => [...new Set(fields)]).optional(),
      ...laterOptional,
    },
    output: z.object({ version: z.number() }),
    errors: ['VERSION_CONFLICT', 'SMS_HOURS'],
  }),
} satisfies CallGroup
