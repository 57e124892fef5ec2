import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf } from './core/fields.ts'

/** Refusals of pictures on records: codes 25471 to 25479. */
export const recordImageErrors = {
  RECORD_IMAGES_FULL: { code: 25471, message: '一份病历最多附 12 张图片' },
  RECORD_IMAGE_FIXED: { code: 25472, message: '病历已签名，所附的图片不能取下' },
  RECORD_IMAGE_ON_LINE: { code: 25473, message: '图片附在辅助检查的一行上，请先从那一行取下' },
} satisfies Record<string, ErrorEntry>

export const MOST_ON_RECORD = 12

/** What hangs on something, and whether the person may hang on more or take some off. */
export const hungPictures = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      type: z.number(),
      photoName: z.string(),
      toothNo: z.string(),
      stageName: z.string(),
      version: z.number(),
    }),
  ),
  mayAttach: z.boolean(),
  mayDetach: z.boolean(),
})

/** Pictures that are to be hung on something. */
export const imageIdsFor = (what: string, most: number) =>
  z
    .array(idOf('图片'), { error: '图片应为列表' })
    .min(1, { error: '请选择图片' })
    .max(most, { error: `${what}最多附 ${most} 张图片` })

const VIEW = '/patientMedicalRecord:view'
const ADD = '/patientMedicalRecord:add'
const PICTURES = '/imageData:view'

export const recordImage = {
  ofRecord: call({
    method: 'GET',
    path: '/emr-api/record/image/list/{id}',
    doc: '一份病历所附的图片',
    spec: null,
    allow: resource(VIEW),
    also: [ADD, PICTURES],
    scope: 'all',
    params: { id: idOf('病历') },
    output: hungPictures,
  }),
  attach: call({
    method: 'POST',
    path: '/emr-api/record/image/attach',
    doc: '把患者的图片附在病历上；已附的不重复',
    spec: null,
    allow: resource(ADD),
    also: [VIEW, PICTURES],
    body: {
      recordId: idOf('病历'),
      imageIds: imageIdsFor('一份病历', MOST_ON_RECORD),
    },
    output: z.object({ count: z.number() }),
    errors: ['STATUS_CHANGED', 'RECORD_IMAGES_FULL', 'NOT_FOUND'],
  }),
  detach: call({
    method: 'POST',
    path: '/emr-api/record/image/detach',
    doc: '把图片从还没有签名的病历上取下',
    spec: null,
    allow: resource(ADD),
    also: [VIEW, PICTURES],
    body: { recordId: idOf('病历'), imageId: idOf('图片') },
    output: z.null(),
    errors: ['RECORD_IMAGE_FIXED', 'RECORD_IMAGE_ON_LINE', 'NOT_FOUND'],
  }),
} satisfies CallGroup
