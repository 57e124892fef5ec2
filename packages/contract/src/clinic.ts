import { z } from 'zod'
import { anyone, call, inClinic, resource, signedIn, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { weekHoursShown } from './core/hours.ts'
import { appointmentTones } from './core/appointment-tones.ts'
import { receiptPapers, recordNotations, recordPapers } from './core/papers.ts'
import {
  amount,
  idOf,
  localDate,
  oneOf,
  oneWord,
  optionalText,
  pageOf,
  paging,
  queryNumber,
  wholeNumber,
  wordsOf,
} from './core/fields.ts'
import { requirableFields } from './patient-fields/index.ts'

/** Refusals of this domain: codes 21001 to 21999. */
export const clinicErrors = {
  DOCTOR_STOPPED: { code: 21001, message: '该医生已停止接诊' },
  DOCTOR_UNAVAILABLE: { code: 21002, message: '该医生已停职或离职，不能选择' },
  TARIFF_DISABLED: { code: 21003, message: '该收费项目已停用' },
  NOT_A_DOCTOR: { code: 21004, message: '只有医生可以停止或继续接诊' },
  SETTING_NAME_TAKEN: { code: 21005, message: '已有同名的条目' },
  SETTING_IN_USE: { code: 21006, message: '还在使用，不能停用' },
  SOURCE_TOO_DEEP: { code: 21007, message: '患者来源最多三级' },
  CLINIC_HOURS: { code: 21008, message: '结束营业时间应晚于开始时间' },
  CLINIC_PLACE: { code: 21010, message: '经度和纬度要一起填写' },
  DIAGNOSIS_CODE_TAKEN: { code: 21044, message: '已有诊断用这个编码' },
  SETTING_CODE_TAKEN: { code: 21011, message: '已有科室用这个编码' },
  SETTING_DEFAULT: { code: 21012, message: '别人刚刚改了默认条目，请刷新' },
  SMS_HOURS: { code: 21014, message: '最晚发送时间应晚于最早发送时间' },
  DICT_FIXED: { code: 21013, message: '这个字典由平台维护，不能修改' },
  TARIFF_LEVELS: { code: 21021, message: '收费项目放在二级分类里，分类最多两级' },
  TARIFF_CODE_TAKEN: { code: 21022, message: '已有收费项目用这个编码' },
  TARIFF_RANGE: { code: 21023, message: '价格应在最低价与最高价之间' },
  TARIFF_DATE: { code: 21027, message: '生效日期不能早于今天' },
  TARIFF_USED: { code: 21028, message: '这个收费项目用过，只能停用' },
  TARIFF_SHEET: { code: 21029, message: '表格不能读取，请导出价目后在其中修改再导入' },
  TARIFF_PRICE_COUNTS: { code: 21030, message: '这次调价已经生效，不能撤回' },
  PAY_METHOD_FIXED: { code: 21031, message: '内置的支付方式不能改名' },
  TARIFFS_THERE: { code: 21024, message: '已经有价目，不能再放入参考价目' },
  SET_UP_OVER: { code: 21025, message: '开业准备已经结束' },
  SET_UP_BY_WORK: { code: 21026, message: '这一步做了才算完成，或者先跳过' },
  ADDRESSES_FULL: { code: 21009, message: '收货地址最多 20 条，请先删除不用的' },
} satisfies Record<string, ErrorEntry>

const holiday = z.object({
  date: z.string(),
  name: z.string(),
  /** A day that is worked in exchange for another. */
  isWorkday: z.boolean(),
})

const tariff = z.object({
  id: z.string(),
  categoryId: z.string(),
  categoryName: z.string(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** The price that holds in this clinic. */
  price: amount,
  minPrice: amount.nullable(),
  /** What it costs the house; null without the field 成本价. */
  costPrice: amount.nullable(),
  toothRequired: z.boolean(),
  toothCountPriced: z.boolean(),
  canDiscount: z.boolean(),
  /** Something that is sold, not done. */
  isGoods: z.boolean(),
  enabled: z.boolean(),
})

/** 0 receiving, 1 stopped, 2 receiving with a limit. */
const registrationStatus = z.number()

/** How a doctor receives now, and who is left waiting when that ended. */
const stopped = z.object({
  registrationStatus,
  /** What was done, in the words of the screen: 停止接诊 or 继续接诊. */
  message: z.string(),
  /** Patients of today who still wait for this doctor, in the order of their numbers. */
  waiting: z.array(z.object({ registrationId: z.string(), queueNo: z.number(), name: z.string() })),
})

export const clinic = {
  settings: call({
    method: 'GET',
    path: '/tenant-api/clinic/settings',
    doc: '当前门诊的名称、营业时间与各项规则',
    spec: null,
    allow: inClinic,
    output: z.object({
      clinicId: z.string(),
      clinicName: z.string(),
      shortName: z.string(),
      phone: z.string(),
      address: z.string(),
      /** Id of its picture. */
      logo: z.string().nullable(),
      hours: weekHoursShown,
      revisitDays: z.number(),
      slotMinutes: z.number(),
      overbookLimit: z.number(),
      noShowMinutes: z.number(),
      lateMinutes: z.number(),
      regFee: amount,
      rounding: z.enum(['none', 'jiao', 'yuan']),
      arrearsAllowed: z.boolean(),
      /** Fields of a patient's file that have to be filled when it is opened. */
      patientRequired: z.array(oneWord('必填项', wordsOf(requirableFields))),
      /** Colours of the states 0 to 5 of an appointment. */
      appointmentTones: z.array(z.enum(wordsOf(appointmentTones))),
      /** On which papers records and receipts are printed. */
      recordPaper: z.enum(wordsOf(recordPapers)),
      recordNotation: z.enum(wordsOf(recordNotations)),
      recordPictures: z.boolean(),
      receiptPaper: z.enum(wordsOf(receiptPapers)),
    }),
  }),
  employees: call({
    method: 'POST',
    path: '/tenant-api/employee/findAllEmployee/byClinicId',
    doc: '当前门诊在职的全部员工',
    spec: 'employee-find-all-employee-by-clinic-id',
    allow: inClinic,
    effect: 'read',
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        jobNumber: z.string(),
        jobType: z.number(),
        isDoctor: z.boolean(),
        isConsultant: z.boolean(),
      }),
    ),
  }),
  doctors: call({
    method: 'GET',
    path: '/tenant-api/employee/doctors',
    doc: '当前门诊的医生：科室、诊椅、接诊状态',
    spec: 'dentist-list',
    allow: inClinic,
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        titlePost: z.string(),
        colour: z.string(),
        deptId: z.string().nullable(),
        deptName: z.string().nullable(),
        chairId: z.string().nullable(),
        chairName: z.string().nullable(),
        registrationStatus,
        /** The signed-in person. */
        isMe: z.boolean(),
      }),
    ),
  }),
  others: call({
    method: 'GET',
    path: '/tenant-api/clinic/others',
    doc: '本机构的其他门诊和各自接诊中的医生：转诊、改约到另一门诊时选用',
    spec: null,
    allow: inClinic,
    scope: 'all',
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        doctors: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    ),
  }),
  chairs: call({
    method: 'GET',
    path: '/tenant-api/chair/list',
    doc: '当前门诊启用的诊椅',
    spec: null,
    allow: inClinic,
    output: z.array(z.object({ id: z.string(), name: z.string(), room: z.string() })),
  }),
  dictItems: call({
    method: 'POST',
    path: '/admin-api/v2/dict/tenant/item/list',
    doc: '一种字典的启用条目',
    spec: 'admin-dict-tenant-item-list',
    allow: inClinic,
    effect: 'read',
    body: { typeCode: optionalText('字典类型', 40) },
    output: z.array(z.object({ itemCode: z.string(), item: z.string(), isDefault: z.boolean() })),
  }),
  patientSources: call({
    method: 'GET',
    path: '/tenant-api/patient-source/list',
    doc: '患者来源，三级，父级在前；停用的也列出以便显示旧档案',
    spec: null,
    allow: inClinic,
    output: z.array(
      z.object({
        id: z.string(),
        parentId: z.string().nullable(),
        name: z.string(),
        type: z.number(),
        enabled: z.boolean(),
      }),
    ),
  }),
  tariffCategories: call({
    method: 'GET',
    path: '/bill-api/tariff/category/list',
    doc: '收费项目分类，两级，带启用项目数',
    spec: null,
    allow: inClinic,
    output: z.array(z.object({ id: z.string(), parentId: z.string().nullable(), name: z.string(), count: z.number() })),
  }),
  tariffs: call({
    method: 'POST',
    path: '/bill-api/tariff/list',
    doc: '本店启用的收费项目：按分类，或按名称、拼音、首字母、编码查找',
    spec: null,
    allow: inClinic,
    also: ['/field:cost'],
    effect: 'read',
    body: {
      keyword: optionalText('关键字', 40),
      categoryId: idOf('分类').nullish(),
      /** Goods alone. */
      goods: z.boolean({ error: '应为是或否' }).default(false),
      ...paging,
    },
    output: pageOf(tariff),
  }),
  packages: call({
    method: 'GET',
    path: '/bill-api/tariff-package/offered',
    doc: '开单可选的套餐：项目在本门诊的价格，与套餐价；有项目在本门诊停用、或套餐价不低于单买的不列',
    spec: null,
    allow: resource('/orderSet:open', '/orderSet:charge'),
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        price: amount,
        listPrice: amount,
        remark: z.string(),
        items: z.array(
          z.object({
            tariffId: z.string(),
            name: z.string(),
            categoryName: z.string(),
            unit: z.string(),
            qty: z.number(),
            price: amount,
            toothRequired: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  payMethods: call({
    method: 'GET',
    path: '/bill-api/pay-method/list',
    doc: '启用的支付方式：1 现金类 2 预收类 3 优惠类 4 医保类 5 单位记账 6 平台券',
    spec: null,
    allow: inClinic,
    output: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        name: z.string(),
        type: z.number(),
        needTradeNo: z.boolean(),
        allowRefund: z.boolean(),
      }),
    ),
  }),
  icdList: call({
    method: 'POST',
    path: '/bill-api/medical-project/icd-diagnosis/list',
    doc: '可选的诊断：按名称、编码、拼音或首字母查找，常用的在前；不填关键字只给常用；own 为机构自定的',
    spec: 'medical-project-icd-diagnosis-list',
    allow: inClinic,
    effect: 'read',
    body: { keyword: optionalText('关键字', 40), limit: wholeNumber('条数', 1, 100).default(20) },
    output: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        category: z.string(),
        common: z.boolean(),
        toothRequired: z.boolean(),
        /** Whole years at which it is made; null: no limit. */
        ageFrom: z.number().nullable(),
        ageTo: z.number().nullable(),
        /** Of the medical insurance; '' where none is known. */
        medicareCode: z.string(),
        own: z.boolean(),
      }),
    ),
  }),
  holidays: call({
    method: 'GET',
    path: '/tenant-api/holiday/list',
    doc: '一段日期里的节假日与调休上班日，最长 400 天',
    spec: null,
    allow: inClinic,
    query: { from: localDate('开始日期'), to: localDate('结束日期') },
    output: z.array(holiday),
  }),
  calendarYear: call({
    method: 'GET',
    path: '/platform-api/calendar/year',
    doc: '一年里每一天下面写的字（节日、节气、农历）和公共节假日、调休；机构自己的调整在 holidays',
    spec: null,
    allow: anyone,
    query: { year: queryNumber('年份', 1900, 2100) },
    output: z.object({
      /** From 1 January on. */
      words: z.array(z.string()),
      holidays: z.array(holiday),
    }),
  }),
  workStatus: call({
    method: 'GET',
    path: '/treatment-api/work-status',
    doc: '本人接诊状态：0 接诊 1 停止 2 限号接诊；不是医生时为空',
    spec: 'work-status-get',
    allow: inClinic,
    output: z.object({ registrationStatus: z.number().nullable() }),
  }),
  setWorkStatus: call({
    method: 'POST',
    path: '/treatment-api/work-status',
    doc: '停止（1）或继续（0）接诊；停止时列出还在候诊的患者',
    spec: 'work-status-set',
    allow: inClinic,
    body: { status: oneOf('接诊状态', [0, 1]) },
    output: stopped,
    errors: ['NOT_A_DOCTOR'],
  }),
  setDentistStatus: call({
    method: 'POST',
    path: '/treatment-api/dentist/status',
    doc: '设置一位医生的接诊状态：0 接诊 1 停止 2 限号接诊；停止时列出还在候诊的患者',
    spec: 'dentist-status-update',
    allow: resource('/employeeSet:edit'),
    body: { doctorId: idOf('医生'), status: oneOf('接诊状态', [0, 1, 2]) },
    output: stopped,
    errors: ['NOT_A_DOCTOR'],
  }),
  info: call({
    method: 'POST',
    path: '/tenant-api/v1/get-clinic-info',
    doc: '当前门诊与所属机构',
    spec: 'v1-get-clinic-info',
    allow: inClinic,
    effect: 'read',
    output: z.object({
      clinicId: z.string(),
      clinicName: z.string(),
      shortName: z.string(),
      logoUrl: z.string().nullable(),
      phone: z.string(),
      address: z.string(),
      isMain: z.boolean(),
      companyId: z.string(),
      companyName: z.string(),
      isChain: z.boolean(),
      orgAuth: z.number(),
      /** Whether patients may book online. */
      isOpenEntry: z.boolean(),
      warehouseVersion: z.enum(['old', 'new']),
    }),
  }),
  setOpenEntry: call({
    method: 'PUT',
    path: '/tenant-api/update-clinic-isOpenEntry/{id}',
    doc: '开放（1）或关闭（0）当前门诊的网上预约',
    spec: 'update-clinic-is-open-entry',
    allow: resource('/basicSetting:edit'),
    params: { id: idOf('门诊') },
    body: { isOpenEntry: oneOf('网上预约', [0, 1]) },
    output: z.null(),
  }),
  switchWarehouse: call({
    method: 'POST',
    path: '/tenant-api/clinic-auth/new-old',
    doc: '切换老版或新版库房；切到新版时登记一次数据同步，做了什么记入操作日志',
    spec: 'clinic-auth-new-old',
    allow: resource('/basicSetting:edit'),
    body: { version: oneWord('库房版本', ['old', 'new']) },
    output: z.object({ version: z.enum(['old', 'new']), changed: z.boolean(), message: z.string() }),
  }),
  parseToken: call({
    method: 'POST',
    path: '/tenant-api/employee/parsing-token',
    doc: '令牌属于谁、在哪家门诊；给出门诊时核对是否一致',
    spec: 'employee-parsing-token',
    allow: signedIn,
    effect: 'read',
    body: { clinicId: idOf('门诊').nullish() },
    output: z.object({
      currentUserId: z.string(),
      employeeId: z.string().nullable(),
      employeeName: z.string().nullable(),
      clinicId: z.string().nullable(),
      companyId: z.string().nullable(),
    }),
    errors: ['NOT_A_MEMBER'],
  }),
  menuList: call({
    method: 'POST',
    path: '/admin-api/menu/list',
    doc: '全部菜单及各自可以授予的资源码',
    spec: 'menu-list',
    allow: inClinic,
    effect: 'read',
    output: z.array(
      z.object({
        path: z.string(),
        title: z.string(),
        group: z.string(),
        order: z.number(),
        parent: z.string().nullable(),
        codes: z.array(z.string()),
      }),
    ),
  }),
} satisfies CallGroup
