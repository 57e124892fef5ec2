import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import { idOf, moment } from './core/fields.ts'

/** What the calculators of local anaesthetics ask; they work out doses in the browser. */
export const anaesthetic = {
  patient: call({
    method: 'GET',
    path: '/emr-api/anaesthetic/patient/{id}',
    doc: '为一位患者打开麻药计算时带入的资料：年龄、最近一次病历里的体重与 ASA、病史与用药，可写入的病历草稿',
    spec: null,
    allow: resource('/anestheticCount:view'),
    also: ['/patientMedicalRecord:view', '/patientMedicalRecord:add'],
    scope: 'all',
    params: { id: idOf('患者') },
    output: z.object({
      id: z.string(),
      name: z.string(),
      gender: z.number(),
      birthDay: z.string().nullable(),
      /** Whole years and whole months of life; null when the birthday is not known. */
      age: z.number().nullable(),
      months: z.number().nullable(),
      /** As the latest record with one says; null when none does. */
      weight: z.object({ kg: z.number(), at: moment }).nullable(),
      asa: z.number().nullable(),
      pregnant: z.boolean(),
      /** Diseases, medicines, allergies and warnings of the file, each as it is written there. */
      words: z.array(z.string()),
      /** The record of this clinic that is still open and that the person may write in. */
      draft: z.object({ id: z.string(), recordNo: z.string() }).nullable(),
    }),
  }),
  lots: call({
    method: 'GET',
    path: '/emr-api/anaesthetic/lots',
    doc: '本门诊最近用过的五个麻药批号，新的在前',
    spec: null,
    allow: resource('/patientMedicalRecord:add'),
    output: z.array(z.object({ drug: z.string(), name: z.string(), lot: z.string(), expiry: z.string() })),
  }),
} satisfies CallGroup
