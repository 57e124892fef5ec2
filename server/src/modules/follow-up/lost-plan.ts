/** So many days after a patient did not take up a treatment plan, somebody asks again. */
export const ASK_AGAIN_DAYS = 3
/** 咨询未成交 of the kinds of follow-ups. */
const LOST = 9

/** What is to be asked of whoever did not take up a plan. */
export const lostPlanWords = (title: string, reason: string) => ({
  type: LOST,
  subject: title.slice(0, 60),
  content: `治疗计划「${title}」未成交（${reason}），请了解想法，能帮的尽量帮。`,
})
