import { z } from 'zod'
import { call, inClinic, resource, type CallGroup, type Resource } from './core/call.ts'
import { oneWord, wordsOf } from './core/fields.ts'

/**
 * What a new clinic does before its first patient, in the order in which one depends on the other: about how many minutes
 * it takes, what somebody needs to do it, and whether it is done when somebody says so (else by what there is).
 */
export const setUpSteps = {
  doctors: { title: '医生', minutes: 2, needs: '/baseEmployee:edit', byWord: false },
  chairs: { title: '诊椅', minutes: 1, needs: '/baseDepartSet:edit', byWord: false },
  shifts: { title: '班次', minutes: 1, needs: '/clinicSchedule:publish', byWord: false },
  prices: { title: '收费项目', minutes: 4, needs: '/tariffsClinic:edit', byWord: true },
  patients: { title: '患者导入', minutes: 5, needs: '/allTimePatients:import', byWord: false },
  paper: { title: '打印抬头', minutes: 1, needs: '/outpatientServiceInfo:edit', byWord: true },
} as const satisfies Record<string, { title: string; minutes: number; needs: Resource; byWord: boolean }>
export type SetUpStep = keyof typeof setUpSteps
export const setUpStepKeys = wordsOf(setUpSteps)

const stepState = z.object({
  key: oneWord('步骤', setUpStepKeys),
  state: z.enum(['done', 'skipped', 'open']),
  /** Doctors, chairs, days planned, items of the price list, patients. */
  count: z.number(),
  /** Some of what was counted by name; of the head of papers: name, address and phone. */
  names: z.array(z.string()),
  /** The asking person may do it. */
  mayDo: z.boolean(),
  /** Who else may. */
  who: z.array(z.string()),
})

/** Calls of 开业准备: what a new clinic still has to do. */
export const setUpCalls = {
  setUp: call({
    method: 'GET',
    path: '/tenant-api/clinic/set-up',
    doc: '开业准备：新门诊六步各到哪里、谁能做；做完、跳过或收起后不再显示',
    spec: null,
    allow: inClinic,
    also: [...Object.values(setUpSteps).map(({ needs }) => needs), '/basicSetting:edit'],
    output: z.object({
      /** There is still something to do and nobody has put it away. */
      open: z.boolean(),
      /** The asking person may skip steps and put the list away. */
      mayKeep: z.boolean(),
      steps: z.array(stepState),
      /** What the clinic began with. */
      sets: z.object({ prices: z.number(), records: z.number(), sms: z.number(), followRules: z.number() }),
    }),
  }),
  settleSetUpStep: call({
    method: 'POST',
    path: '/tenant-api/clinic/set-up/step',
    doc: '开业准备的一步：done 看过没问题（收费项目、打印抬头），skipped 先跳过，open 重新打开',
    spec: null,
    allow: resource('/basicSetting:edit'),
    body: { step: oneWord('步骤', setUpStepKeys), as: oneWord('状态', ['done', 'skipped', 'open']) },
    output: z.null(),
    errors: ['SET_UP_OVER', 'SET_UP_BY_WORK'],
  }),
  putSetUpAway: call({
    method: 'POST',
    path: '/tenant-api/clinic/set-up/away',
    doc: '收起开业准备，不再显示',
    spec: null,
    allow: resource('/basicSetting:edit'),
    body: {},
    output: z.null(),
  }),
} satisfies CallGroup
