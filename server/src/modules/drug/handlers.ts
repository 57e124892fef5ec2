import type { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'
import { saveDrug, signDrug, switchDrug } from './commands.ts'
import { listRules, signRule } from './rule-signatures.ts'
import { drugDetail, listDrugs, openDetail, openList } from './queries.ts'

export const drugHandlers: Handlers<typeof contract.drug> = {
  list: listDrugs,
  detail: (context, { id }) => drugDetail(context, id),
  openList,
  openDetail,
  save: saveDrug,
  switchTo: switchDrug,
  sign: signDrug,
  rules: listRules,
  signRule,
}
