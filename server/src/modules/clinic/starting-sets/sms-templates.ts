import { smsAuditStates } from '@dentin/contract/sms'
import type { SmsSceneKey } from '@dentin/contract/sms'
import type { SmsType } from '@dentin/kit'
import type { NewId } from '../defaults.ts'

/** A text of the platform with the scene that it is meant for. */
export interface StartingSms {
  name: string
  type: SmsType
  content: string
  scene: SmsSceneKey
  /** At which minute of the day a scene of the clock sends. */
  sendMin: number | null
}

/** The SMS templates a clinic begins with. */
export const startingSms: readonly StartingSms[] = [
  {
    name: '预约成功',
    type: 1,
    content: '{姓名}您好，已为您约好{时间}到{门诊}就诊，{医生}医生，{项目}。如需改期请致电{电话}。',
    scene: 'appointment.created',
    sendMin: null,
  },
  {
    name: '就诊提醒',
    type: 1,
    content: '{姓名}您好，提醒您{时间}到{门诊}就诊，{医生}医生，{项目}。地址：{地址}。',
    scene: 'appointment.dayBefore',
    sendMin: 18 * 60,
  },
  {
    name: '改约通知',
    type: 1,
    content: '{姓名}您好，您的就诊时间已改为{时间}，{医生}医生。如有疑问请致电{电话}。',
    scene: 'appointment.moved',
    sendMin: null,
  },
  {
    name: '术后注意',
    type: 1,
    content: '{姓名}您好，今天治疗后两小时内请勿进食，如有明显疼痛或出血请致电{电话}。',
    scene: 'visit.advice',
    sendMin: null,
  },
  {
    name: '生日祝福',
    type: 2,
    content: '{姓名}，{门诊}祝您生日快乐，本月到店可免费做一次口腔检查。',
    scene: 'patient.birthday',
    sendMin: 9 * 60 + 30,
  },
  {
    name: '收费通知',
    type: 1,
    content: '{姓名}您好，您于{时间}在{门诊}支付{金额}元（{项目}），祝您早日康复。',
    scene: 'bill.paid',
    sendMin: null,
  },
  {
    name: '退款通知',
    type: 1,
    content: '{姓名}您好，您在{门诊}的{项目}已于{时间}退款{金额}元，按原支付方式退回。如有疑问请致电{电话}。',
    scene: 'bill.refunded',
    sendMin: null,
  },
  {
    name: '欠费提醒',
    type: 1,
    content: '{姓名}您好，您在{门诊}的{项目}还有{欠费}元未付，方便时请到前台结清，电话{电话}。',
    scene: 'bill.arrears',
    sendMin: 10 * 60,
  },
  {
    name: '分期到期提醒',
    type: 1,
    content: '{姓名}您好，您在{门诊}的{项目}下一期{金额}元应于{时间}付款，还有{欠费}元未付。如有疑问请致电{电话}。',
    scene: 'instalment.due',
    sendMin: 10 * 60,
  },
  {
    name: '分期逾期提醒',
    type: 1,
    content: '{姓名}您好，您在{门诊}的{项目}有一期{金额}元已过应付日{时间}，方便时请到前台付款，电话{电话}。',
    scene: 'instalment.overdue',
    sendMin: 10 * 60,
  },
  {
    name: '收预交金通知',
    type: 1,
    content: '{姓名}您好，{门诊}于{时间}收到您的{项目}{金额}元。如有疑问请致电{电话}。',
    scene: 'prepay.received',
    sendMin: null,
  },
  {
    name: '退预交金通知',
    type: 1,
    content: '{姓名}您好，{门诊}于{时间}办理了您的{项目}{金额}元。如有疑问请致电{电话}。',
    scene: 'prepay.out',
    sendMin: null,
  },
  {
    name: '会员卡充值通知',
    type: 1,
    content: '{姓名}您好，您的{项目}于{时间}充值{金额}元，余额{余额}元。如有疑问请致电{电话}，{门诊}。',
    scene: 'card.recharged',
    sendMin: null,
  },
  {
    name: '会员卡消费通知',
    type: 1,
    content: '{姓名}您好，您的{项目}于{时间}支付{金额}元，余额{余额}元。如有疑问请致电{电话}，{门诊}。',
    scene: 'card.spent',
    sendMin: null,
  },
  {
    name: '会员卡退款通知',
    type: 1,
    content: '{姓名}您好，您的{项目}于{时间}退出{金额}元，余额{余额}元。如有疑问请致电{电话}，{门诊}。',
    scene: 'card.out',
    sendMin: null,
  },
  {
    name: '会员卡到期提醒',
    type: 1,
    content: '{姓名}您好，您的{项目}将于{时间}到期，余额{余额}元。续期请到前台办理，电话{电话}，{门诊}。',
    scene: 'card.expiring',
    sendMin: 10 * 60,
  },
  {
    name: '复查提醒',
    type: 1,
    content: '{姓名}您好，您的{项目}复查到期了，请致电{电话}预约，{门诊}。',
    scene: 'follow.checkUp',
    sendMin: 10 * 60,
  },
]

/**
 * The SMS templates a clinic begins with, each with the scene that may use it. The texts are the platform's own and need
 * no review; nothing goes out before the clinic's signature is approved and it has switched a scene on.
 */
export function smsTemplateRows(clinicId: string, newId: NewId, at: Date) {
  const common = { clinic_id: clinicId, created_at: at, updated_at: at }
  return startingSms.map(({ name, type, content, scene, sendMin }) => {
    const id = newId()
    return {
      template: {
        ...common,
        id,
        name,
        type,
        content,
        audit_status: smsAuditStates.code.passed,
        approved_content: content,
      },
      scene: { ...common, id: newId(), scene, enabled: false, template_id: id, send_min: sendMin, audience: 'all' },
    }
  })
}
