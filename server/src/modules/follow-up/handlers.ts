import type { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'
import { mustReachPatient } from '../patient/index.ts'
import {
  assignFollowUps,
  cancelFollowUp,
  createFollowUp,
  createFollowUps,
  noteAppointment,
  reportFollowUp,
  updateFollowUp,
} from './commands.ts'
import { detail, ofPatient, options, peopleOf, records, rules, statistics, totals, workList } from './queries.ts'
import { finishReminder, reminders, saveReminder } from './reminders.ts'
import { addBuiltInRules, enableRule, removeRule, removeTemplate, saveRule, saveTemplate } from './rule-commands.ts'

export const followUpHandlers: Handlers<typeof contract.followUp> = {
  total: (context, input) => totals(context, input.mine),
  list: workList,
  records,
  async ofPatient(context, input) {
    await mustReachPatient(context, input.patientId)
    return ofPatient(context, input)
  },
  get: (context, { id }) => detail(context, id),
  options: ({ tx, clinicId }) => options(tx, clinicId),
  create: createFollowUp,
  createMany: createFollowUps,
  update: updateFollowUp,
  assign: assignFollowUps,
  report: reportFollowUp,
  cancel: cancelFollowUp,
  booked: noteAppointment,
  stats: statistics,
  rules: ({ tx }) => rules(tx),
  saveRule,
  enableRule,
  removeRule,
  addBuiltInRules: (context) => addBuiltInRules(context),
  saveTemplate,
  removeTemplate,
}

export const patientRemindHandlers: Handlers<typeof contract.patientRemind> = {
  list: reminders,
  people: ({ tx, clinicId }) => peopleOf(tx, clinicId),
  save: saveReminder,
  finish: finishReminder,
}
