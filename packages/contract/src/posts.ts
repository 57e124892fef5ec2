import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import {
  idOf,
  oneOf,
  oneWord,
  option,
  optionalText,
  pageOf,
  paging,
  requestId,
  requiredText,
  version,
} from './core/fields.ts'
import { grantable } from './resources.ts'

/** Of which data a grant holds: 1 own, 2 department, 3 clinic, 4 chosen clinics, 5 chain. */
const SCOPES = [1, 2, 3, 4, 5] as const

const post = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  remark: z.string(),
  /** May do everything that concerns running the company; its grants can't be changed. */
  isAdmin: z.boolean(),
  /** One of the ten that every company begins with. */
  builtIn: z.boolean(),
  staffCount: z.number(),
  grantCount: z.number(),
})

/** Posts and what they may do. */
export const postCalls = {
  postList: call({
    method: 'POST',
    path: '/platform-admin/post/list',
    doc: '岗位列表',
    spec: 'platform-admin-post-list',
    allow: resource('/postPermission:view'),
    scope: 'all',
    effect: 'read',
    body: { ...paging, whetherPage: z.boolean().default(true) },
    output: pageOf(post),
  }),
  postDetail: call({
    method: 'GET',
    path: '/admin-api/post/detail/{id}',
    doc: '一个岗位的权限：资源与数据范围、指定的门诊、在岗的人',
    spec: null,
    allow: resource('/postPermission:view'),
    scope: 'all',
    params: { id: idOf('岗位') },
    output: post.extend({
      version: z.number(),
      grants: z.array(z.object({ resource: z.string(), scope: z.number() })),
      clinicIds: z.array(z.string()),
      clinics: z.array(option),
      staff: z.array(option.extend({ clinicName: z.string() })),
    }),
  }),
  savePost: call({
    method: 'POST',
    path: '/admin-api/post/save',
    doc: '新建岗位（可从另一个岗位复制权限）或修改名称、说明',
    spec: null,
    allow: resource('/postPermission:edit'),
    scope: 'all',
    idempotent: true,
    body: {
      id: idOf('岗位').nullish(),
      version: version.optional(),
      name: requiredText('岗位名称', 20),
      remark: optionalText('说明', 100),
      copyFrom: idOf('复制的岗位').nullish(),
      requestId,
    },
    output: z.object({ id: z.string() }),
    errors: ['POST_NAME_TAKEN', 'VERSION_CONFLICT'],
  }),
  grantPost: call({
    method: 'POST',
    path: '/admin-api/post/grant',
    doc: '设定岗位的权限：整套替换；下一次请求即生效',
    spec: null,
    allow: resource('/postPermission:edit'),
    scope: 'all',
    body: {
      id: idOf('岗位'),
      version,
      grants: z
        .array(
          z.strictObject({
            resource: oneWord('权限', grantable as [string, ...string[]]),
            scope: oneOf('数据范围', SCOPES),
          }),
          { error: '请选择权限' },
        )
        .max(500, { error: '权限过多' }),
      clinicIds: z.array(idOf('门诊')).max(200, { error: '门诊过多' }).default([]),
    },
    output: z.object({ version: z.number() }),
    errors: ['POST_ADMIN_FIXED', 'POST_CLINICS_NEEDED', 'POST_OWN', 'GRANT_BEYOND', 'VERSION_CONFLICT'],
  }),
  removePost: call({
    method: 'POST',
    path: '/admin-api/post/delete/{id}',
    doc: '删除没有人在岗的自建岗位',
    spec: null,
    allow: resource('/postPermission:edit'),
    scope: 'all',
    params: { id: idOf('岗位') },
    output: z.null(),
    errors: ['POST_BUILT_IN', 'POST_HELD'],
  }),
} satisfies CallGroup
