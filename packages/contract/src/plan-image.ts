import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf } from './core/fields.ts'
import { SEES_PATIENTS, viewPlans } from './open-plan-lines.ts'
import { hungPictures, imageIdsFor } from './record-image.ts'

/** Refusals of pictures on treatment plans: codes 25311 to 25319. */
export const planImageErrors = {
  PLAN_IMAGES_FULL: { code: 25311, message: '一份治疗计划最多附 12 张图片' },
} satisfies Record<string, ErrorEntry>

export const MOST_ON_PLAN = 12

const PICTURES = '/imageData:view'
const EDIT = '/treatmentPlan:edit'

export const planImage = {
  ofPlan: call({
    method: 'GET',
    path: '/emr-api/treatment-plan/image/list/{id}',
    doc: '一份治疗计划所附的图片',
    spec: null,
    allow: viewPlans,
    also: [...SEES_PATIENTS, EDIT, PICTURES],
    params: { id: idOf('治疗计划') },
    output: hungPictures,
  }),
  attach: call({
    method: 'POST',
    path: '/emr-api/treatment-plan/image/attach',
    doc: '把患者的图片附在治疗计划上；已附的不重复，患者已答复的计划不再改动',
    spec: null,
    allow: resource(EDIT),
    also: [...SEES_PATIENTS, '/treatmentPlan:view', PICTURES],
    body: {
      planId: idOf('治疗计划'),
      imageIds: imageIdsFor('一份治疗计划', MOST_ON_PLAN),
    },
    output: z.object({ count: z.number() }),
    errors: ['PLAN_LOCKED', 'STATUS_CHANGED', 'PLAN_IMAGES_FULL', 'NOT_FOUND'],
  }),
  detach: call({
    method: 'POST',
    path: '/emr-api/treatment-plan/image/detach',
    doc: '把图片从患者还没有答复的治疗计划上取下',
    spec: null,
    allow: resource(EDIT),
    also: [...SEES_PATIENTS, '/treatmentPlan:view', PICTURES],
    body: { planId: idOf('治疗计划'), imageId: idOf('图片') },
    output: z.null(),
    errors: ['PLAN_LOCKED', 'STATUS_CHANGED', 'NOT_FOUND'],
  }),
} satisfies CallGroup
