import { z } from 'zod'
import {
  askedItem,
  askedOwnItem,
  shownCompanyItem,
  shownFixedItem,
  shownItem,
  shownOwnItem,
} from './appoint-item-fields.ts'
import { appointmentTones, USUAL_TONES } from './core/appointment-tones.ts'
import { call, resource, type CallGroup } from './core/call.ts'
import { dictTypes } from './core/dictionaries.ts'
import {
  amount,
  idOf,
  money,
  noneTwice,
  oneOf,
  oneWord,
  optionalText,
  requestId,
  requiredText,
  version,
  wholeNumber,
  wordsOf,
} from './core/fields.ts'
import { weekHours, weekHoursShown } from './core/hours.ts'
import { receiptPapers, recordPapers } from './core/papers.ts'
import { requirableFields } from './patient-fields/index.ts'
import { chairTypes } from './core/chair-types.ts'
import { REQUIRABLE_SECTIONS } from './core/record-sections.ts'

/** Kinds of departments. */
export const deptTypes = { 1: '临床', 2: '医技', 3: '行政' } as const
/** Kinds of patient sources. */
export const sourceTypes = { 1: '线上', 2: '线下', 3: '转介绍', 4: '自然到店', 5: '渠道合作' } as const

/** What the cost of a source is for. */
export const costPeriods = { 1: '每年', 2: '每次活动' } as const

const numbersOf = (table: object) => Object.keys(table).map(Number) as [number, ...number[]]
const enabled = z.boolean({ error: '请选择是否启用' }).default(true)
/** A new entry has no id; a changed one carries the version that the screen was looking at. */
const entry = { id: idOf('条目').nullish(), version: version.optional(), requestId }
const saved = z.object({ id: z.string() })
const orderNo = wholeNumber('排序', 0, 9999).default(0)

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
  /** Medical numbers: letters, the year, and so many digits of the count. */
  numberPrefix: z.string({ error: '请填写前缀' }).trim().regex(NUMBER_PREFIX, { error: '前缀为最多 4 个大写字母' }),
  numberYear: z.boolean({ error: '请选择是否带年份' }),
  numberWidth: oneOf('流水位数', [4, 5, 6]),
  /** Sections of a record asked for at a first and at a return visit. */
  firstSections: sections('初诊必填段落'),
  returnSections: sections('复诊必填段落'),
  recordPaper: oneWord('病历纸型', wordsOf(recordPapers)),
  receiptPaper: oneWord('收据纸型', wordsOf(receiptPapers)),
  /** Colours of the states 0 to 5 of an appointment. */
  appointmentTones: z
    .array(oneWord('颜色', wordsOf(appointmentTones)), { error: '请选择颜色' })
    .length(USUAL_TONES.length, { error: `请选择 ${USUAL_TONES.length} 种状态的颜色` }),
  smsFromMin: smsMinute('最早发送时间'),
  smsToMin: smsMinute('最晚发送时间'),
}
const laterOptional = Object.fromEntries(Object.entries(laterRules).map(([name, rule]) => [name, rule.optional()])) as {
  [K in keyof typeof laterRules]: z.ZodOptional<(typeof laterRules)[K]>
}

const chairType = (label: string) => oneOf(label, numbersOf(chairTypes))

const seeDepts = resource('/baseDepartSet:view')
const editDepts = resource('/baseDepartSet:edit')

/** Calls of the settings: what a clinic and its company keep lists of, and how a clinic works. */
export const settingCalls = {
  deptList: call({
    method: 'GET',
    path: '/tenant-api/dept/list',
    doc: '本店的全部科室，含停用的',
    spec: null,
    allow: seeDepts,
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Empty: it has none. */
        code: z.string(),
        type: z.number(),
        /** The chairs that stand in it. */
        chairIds: z.array(z.string()),
        leaderId: z.string().nullable(),
        leaderName: z.string().nullable(),
        staffCount: z.number(),
        sortNo: z.number(),
        enabled: z.boolean(),
        version: z.number(),
      }),
    ),
  }),
  saveDept: call({
    method: 'POST',
    path: '/tenant-api/dept/save',
    doc: '新建或修改科室；还有在岗的人时不能停用',
    spec: null,
    allow: editDepts,
    idempotent: true,
    body: {
      ...entry,
      name: requiredText('科室名称', 20),
      code: optionalText('科室编码', 12).refine((text) => /^[A-Za-z0-9-]*$/.test(text), {
        error: '科室编码只用字母、数字和横线',
      }),
      type: oneOf('类型', numbersOf(deptTypes)),
      chairIds: z
        .array(idOf('诊椅'), { error: '诊椅应为列表' })
        .max(200, { error: '诊椅不能超过200张' })
        .refine(noneTwice, { error: '同一张诊椅不能选两次' })
        .optional(),
      leaderId: idOf('负责人').nullish(),
      sortNo: orderNo,
      enabled,
    },
    output: saved,
    errors: ['SETTING_NAME_TAKEN', 'SETTING_CODE_TAKEN', 'SETTING_IN_USE', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  chairList: call({
    method: 'GET',
    path: '/tenant-api/chair/all',
    doc: '本店的全部诊椅，含停用的',
    spec: null,
    allow: seeDepts,
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        room: z.string(),
        type: z.number(),
        /** Names of the departments that it stands in. */
        depts: z.array(z.string()),
        sortNo: z.number(),
        enabled: z.boolean(),
        /** Appointments that are still to come in it. */
        bookedCount: z.number(),
        version: z.number(),
      }),
    ),
  }),
  saveChair: call({
    method: 'POST',
    path: '/tenant-api/chair/save',
    doc: '新建或修改诊椅；还有未来预约时不能停用',
    spec: null,
    allow: editDepts,
    idempotent: true,
    body: {
      ...entry,
      name: requiredText('诊椅名称', 20),
      room: optionalText('诊室', 20),
      type: chairType('类型').default(1),
      sortNo: orderNo,
      enabled,
    },
    output: saved,
    errors: ['SETTING_NAME_TAKEN', 'SETTING_IN_USE', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  appointItemList: call({
    method: 'GET',
    path: '/tenant-api/appoint-item/list',
    doc: '全部预约项目，含停用的',
    spec: null,
    allow: resource('/baseAppointSet:view'),
    scope: 'all',
    output: z.array(
      z.object({
        id: z.string(),
        ...shownItem,
        sortNo: z.number(),
        enabled: z.boolean(),
        version: z.number(),
      }),
    ),
  }),
  saveAppointItem: call({
    method: 'POST',
    path: '/tenant-api/appoint-item/save',
    doc: '新建或修改预约项目；停用后不能再约，已约的不变',
    spec: null,
    allow: resource('/baseAppointSet:edit'),
    scope: 'all',
    idempotent: true,
    body: {
      ...entry,
      ...askedItem,
      sortNo: orderNo,
      enabled,
    },
    output: saved,
    errors: ['SETTING_NAME_TAKEN', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
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
  dictList: call({
    method: 'GET',
    path: '/admin-api/v2/dict/tenant/item/all',
    doc: '全部字典条目，含停用的',
    spec: null,
    allow: resource('/baseDictSet:view'),
    scope: 'all',
    output: z.array(
      z.object({
        id: z.string(),
        typeCode: z.string(),
        itemCode: z.string(),
        item: z.string(),
        /** Forms begin with it. */
        isDefault: z.boolean(),
        sortNo: z.number(),
        enabled: z.boolean(),
        version: z.number(),
      }),
    ),
  }),
  saveDictItem: call({
    method: 'POST',
    path: '/admin-api/v2/dict/tenant/item/save',
    doc: '新建或修改字典条目；停用后不能再选，历史照常显示。平台的字典不能改；系统要用的条目只能改名称，不能停用',
    spec: null,
    allow: resource('/baseDictSet:edit'),
    scope: 'all',
    idempotent: true,
    body: {
      ...entry,
      typeCode: oneWord('字典', wordsOf(dictTypes)),
      item: requiredText('条目', 30),
      isDefault: z.boolean({ error: '请选择是否默认' }).default(false),
      sortNo: orderNo,
      enabled,
    },
    output: saved,
    errors: ['SETTING_NAME_TAKEN', 'SETTING_DEFAULT', 'SETTING_IN_USE', 'DICT_FIXED', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  sourceList: call({
    method: 'GET',
    path: '/tenant-api/patient-source/all',
    doc: '全部患者来源（三级），含停用的，与使用的人数',
    spec: null,
    allow: resource('/basePatientSourceSet:view'),
    scope: 'all',
    output: z.array(
      z.object({
        id: z.string(),
        parentId: z.string().nullable(),
        name: z.string(),
        type: z.number(),
        /** 1 to 3. */
        level: z.number(),
        patientCount: z.number(),
        cost: amount.nullable(),
        /** 1 a year, 2 a campaign; null without a cost. */
        costPer: z.number().nullable(),
        sortNo: z.number(),
        enabled: z.boolean(),
        version: z.number(),
      }),
    ),
  }),
  saveSource: call({
    method: 'POST',
    path: '/tenant-api/patient-source/save',
    doc: '新建或修改患者来源，最多三级；停用时下级一起停用',
    spec: null,
    allow: resource('/basePatientSourceSet:edit'),
    scope: 'all',
    idempotent: true,
    body: {
      ...entry,
      parentId: idOf('上级来源').nullish(),
      name: requiredText('来源名称', 20),
      type: oneOf('类型', numbersOf(sourceTypes)),
      cost: money('费用', 0, 99_999_999).nullish(),
      /** Of a cost; a year when left out. */
      costPer: oneOf('费用周期', numbersOf(costPeriods)).nullish(),
      sortNo: orderNo,
      enabled,
    },
    output: saved,
    errors: ['SETTING_NAME_TAKEN', 'SOURCE_TOO_DEEP', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
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
