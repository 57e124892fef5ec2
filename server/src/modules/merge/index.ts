import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { deletionGuard } from './deletion-guard.ts'
import { mergeHandlers } from './handlers.ts'
import { stays } from './merge-rules.ts'

/** What this module is to the rest of the house. */
export const mergeModule = module({
  name: 'merge',
  owns: ['patient_distinct', 'patient_merge', 'patient_merge_row'],
  reads: ['clinic', 'patient_stat'],
  handlers: { merge: mergeHandlers },
  constraints,
  overtakings: {
    merge: '患者档案刚被合并，资料已转到保留的档案，请刷新后再操作',
    'merge-undo': '患者档案的合并刚被撤销，资料已转回原档案，请刷新后再操作',
  },
  patient: { stays, deletionGuard },
})
