/** The rules of a clinic by section and key, as the page of the rules and the search over all settings call them. */
export const configSections = {
  预约: {
    slotMinutes: '预约刻度',
    overbookLimit: '加号上限',
    noShowMinutes: '爽约判定',
    lateMinutes: '迟到判定',
    revisitDays: '复诊天数',
  },
  挂号与收费: {
    regFee: '挂号费',
    checkInFee: '预约签到',
    rounding: '默认抹零',
    refundMode: '退款次序',
    refundApprovalAmount: '退费审批金额',
    shiftBlind: '交班',
    cardMakeUp: '退卡补差',
    arrearsAllowed: '欠费离店',
  },
  处方: {
    soloDoctor: '单医师门诊',
    psychotropicNo: '精神药品处方资格编号',
    psychotropicUntil: '资格有效期至',
  },
  患者建档: {
    numberPrefix: '病历号前缀',
    numberWidth: '流水位数',
    numberYear: '年份',
  },
  建档必填: {
    patientRequired: '必填项',
  },
  病历必填段落: {
    consentRule: '同意书检查',
    orthoPictureRule: '正畸影像检查',
    speechRemote: '语音录入',
    firstSections: '初诊',
    returnSections: '复诊',
  },
  '病历审签、归档': {
    countersigned: '需要上级审签的人',
    archiveDays: '归档',
  },
  打印: {
    recordPaper: '病历纸型',
    recordNotation: '牙位写法',
    recordPictures: '病历附图',
    receiptPaper: '收据纸型',
  },
  短信: {
    smsFromMin: '最早',
    smsToMin: '最晚',
  },
} as const

/** What each rule is called. */
export const configWords = {
  ...configSections.预约,
  ...configSections.挂号与收费,
  ...configSections.处方,
  ...configSections.患者建档,
  ...configSections.建档必填,
  ...configSections.病历必填段落,
  ...configSections['病历审签、归档'],
  ...configSections.打印,
  ...configSections.短信,
}

/** The title of a section, as the search says it. */
export const configSection = (name: keyof typeof configSections): string => name
