import { teethProblem } from '@dentin/clinical/teeth'
import { z } from 'zod'
import { anyone, call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  idOf,
  localDate,
  moment,
  nullableText,
  oneOf,
  oneWord,
  optionalText,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'
import { pictureKinds } from './core/picture-kinds.ts'

export * from './core/picture-kinds.ts'

/** Refusals of pictures: codes 25451 to 25469. */
export const pictureErrors = {
  /** data.count: how many pictures the stage has. */
  STAGE_HAS_PICTURES: { code: 25451, message: '该阶段有图片：移动到其他阶段，或一并删除' },
  PICTURE_TWICE: { code: 25452, message: '这张图片已在该阶段中' },
  PICTURE_TOO_MANY: { code: 25453, message: '一次最多上传 60 张' },
  PICTURE_LINK_DEAD: { code: 25454, message: '二维码已失效，请在电脑上重新生成' },
  PICTURE_LINK_USED: { code: 25455, message: '二维码已在另一台手机上使用，请在电脑上重新生成' },
  PICTURE_GRANT_DEAD: { code: 25456, message: '上传凭证已失效，请重新获取' },
  PICTURE_OUT_OF_PREFIX: { code: 25457, http: 403, message: '上传凭证不能用于这个地址' },
  PICTURE_NOT_LIST: { code: 25458, http: 403, message: '上传凭证只能用于上传' },
  PICTURE_HELD: { code: 25460, message: '图片附在病历上，不能删除' },
  PICTURE_NOT_SENT: { code: 25459, message: '没有收到这个文件，请重新上传' },
} satisfies Record<string, ErrorEntry>

/** So many pictures may be sent in at once. */
export const MOST_AT_ONCE = 60
/** A list of pictures ends here, one of stages there: whoever shows one says so. */
export const MOST_PICTURES_LISTED = 1000
export const MOST_STAGES_LISTED = 200
/** A binned picture may be taken back for so many days. */
export const BIN_DAYS = 30
/** How long a signed address and the link of a phone are good, in minutes. */
export const GRANT_MINUTES = 15
export const LINK_MINUTES = 30
/** Where objects are put: this and their key. */
export const OBJECT_PATH = '/emr-api/clinicImage/object/'
/** The header in which an upload shows that it may. */
export const UPLOAD_TOKEN_HEADER = 'x-upload-token'

const VIEW = '/imageData:view'
const UPLOAD = '/imageData:upload'
const DELETE = '/imageData:delete'

const stage = z.object({
  id: z.string(),
  name: z.string(),
  stageTime: z.string(),
  clinicId: z.string(),
  clinicName: z.string(),
  patientId: z.string(),
  count: z.number(),
  /** Kinds of the nine that it lacks. */
  missing: z.array(z.number()),
  /** Of the clinic at hand: only it changes it. */
  here: z.boolean(),
  version: z.number(),
})
const image = z.object({
  id: z.string(),
  clinicId: z.string(),
  imageStageId: z.string(),
  stageName: z.string(),
  stageTime: z.string(),
  patientId: z.string(),
  photoName: z.string(),
  toothNo: z.string(),
  type: z.number(),
  guessed: z.boolean(),
  url: z.string(),
  mime: z.string(),
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
  rotate: z.number(),
  flip: z.boolean(),
  shotTime: moment.nullable(),
  device: z.string(),
  byPhone: z.boolean(),
  remark: z.string(),
  tags: z.array(z.string()),
  /** Not for the wall: it is looked at when it is asked for. */
  hidden: z.boolean(),
  userId: z.string().nullable(),
  createdName: z.string(),
  createdAt: moment,
  version: z.number(),
})
const type = oneOf('影像类别', pictureKinds as [number, ...number[]])
const stageTime = localDate('阶段日期')
const stageName = requiredText('阶段名称', 40)
/** What object stores give to whoever uploads: bound to one prefix, only for putting. */
const sts = z.object({
  accessKeyId: z.string(),
  accessKeySecret: z.string(),
  securityToken: z.string(),
  expiration: moment,
  bucket: z.string(),
  region: z.string(),
  endpoint: z.string(),
  prefix: z.string(),
  /** Put to this address and the key; the token goes in the header x-upload-token. */
  uploadUrl: z.string(),
  most: z.number(),
})
const changed = z.object({ id: z.string(), version: z.number() })
const rotation = z.object({ id: z.string(), version: z.number(), rotate: z.number(), flip: z.boolean() })
const token = z.string({ error: '链接不完整' }).regex(/^[A-Za-z0-9_-]{43}$/, { error: '链接不完整' })

export const picture = {
  stsWeb: call({
    method: 'GET',
    path: '/emr-api/oss/getSts/web',
    doc: '上传凭证：15 分钟，只能向本机构的一个前缀上传',
    spec: 'oss-get-sts-web',
    allow: resource(UPLOAD),
    effect: 'write',
    output: sts,
  }),
  sts: call({
    method: 'GET',
    path: '/emr-api/obs/getSts',
    doc: '上传凭证，与 oss 的相同',
    spec: 'obs-get-sts',
    allow: resource(UPLOAD),
    effect: 'write',
    output: sts,
  }),
  rotate: call({
    method: 'POST',
    path: '/emr-api/oss/rotate',
    doc: '旋转或镜面翻转一张图片的显示，版本加一；原图不变',
    spec: 'oss-rotate',
    allow: resource(UPLOAD),
    body: {
      imageId: idOf('图片'),
      clinicId: idOf('门诊').nullable().default(null),
      urlName: nullableText('图片地址', 200),
      /** By how much it is turned to the right, beside what it is turned already. */
      angle: oneOf('角度', [0, 90, 180, 270, -90]).default(0),
      flip: z.boolean({ error: '请选择是否翻转' }).default(false),
      version: version.nullable().default(null),
    },
    output: rotation,
  }),
  rotateOnce: call({
    method: 'POST',
    path: '/emr-api/obs/rotate',
    doc: '把一张图片的显示向右转 90°，版本加一；原图不变',
    spec: 'obs-rotate',
    allow: resource(UPLOAD),
    query: {
      imageId: idOf('图片'),
      version: z.coerce.number<number | string>({ error: '版本应为整数' }).pipe(version),
    },
    output: rotation,
  }),
  add: call({
    method: 'POST',
    path: '/emr-api/v1/clinicImage/add',
    doc: '把已上传的文件加到阶段；带 id 时修改这张图片的类别、牙位、名称、阶段、备注、标签、是否隐藏',
    spec: 'v1-clinic-image-add',
    allow: resource(UPLOAD),
    body: {
      id: idOf('图片').nullable().default(null),
      version: version.nullable().default(null),
      clinicId: idOf('门诊').nullable().default(null),
      userId: idOf('上传人').nullable().default(null),
      imageStageId: idOf('阶段'),
      patientId: idOf('患者'),
      photoName: requiredText('图片名称', 120),
      toothNo: optionalText('牙位', 200).refine((text) => text === '' || teethProblem(text) === null, {
        error: '牙位写法有误',
      }),
      type,
      /** The kind was guessed; whoever saves it anew has looked. */
      guessed: z.boolean({ error: '请选择是否待确认' }).default(false),
      /** null or left out: as before. */
      remark: optionalText('备注', 200).nullable().default(null),
      tags: z
        .array(requiredText('标签', 12), { error: '标签应为列表' })
        .max(8, { error: '标签不超过8个' })
        .refine((tags) => new Set(tags).size === tags.length, { error: '标签有重复' })
        .optional(),
      hidden: z.boolean({ error: '请选择是否隐藏' }).optional(),
      url: optionalText('文件地址', 200),
    },
    output: z.object({ id: z.string(), version: z.number(), twice: z.boolean() }),
    errors: ['PICTURE_NOT_SENT', 'PICTURE_TWICE', 'VERSION_CONFLICT', 'NOT_FOUND'],
  }),
  confirm: call({
    method: 'POST',
    path: '/emr-api/v1/clinicImage/confirm',
    doc: '确认一个阶段中待确认的类别全部正确',
    spec: null,
    allow: resource(UPLOAD),
    body: { imageStageId: idOf('阶段') },
    output: z.object({ count: z.number() }),
  }),
  list: call({
    method: 'POST',
    path: '/emr-api/v1/clinicImage/list',
    doc: '患者的图片，或其中一个阶段、一个类别的',
    spec: 'v1-clinic-image-list',
    allow: resource(VIEW),
    effect: 'read',
    scope: 'all',
    body: {
      patientId: idOf('患者'),
      imageStageId: idOf('阶段').nullable().default(null),
      type: type.nullable().default(null),
    },
    output: z.array(image),
  }),
  view: call({
    method: 'GET',
    path: '/emr-api/v1/clinicImage/view/{id}',
    doc: '一张图片：直立、按旋转翻转显示，不含拍摄地点等信息',
    spec: null,
    allow: resource(VIEW),
    scope: 'all',
    params: { id: idOf('图片') },
    query: { size: oneWord('大小', ['thumb', 'screen', 'full']).default('screen') },
    output: z.null(),
    answer: 'file',
  }),
  remove: call({
    method: 'POST',
    path: '/emr-api/v1/clinicImage/delete',
    doc: '删除一张图片；30 天内可从回收站恢复',
    spec: 'v1-clinic-image-delete',
    allow: resource(DELETE),
    body: { id: idOf('图片') },
    output: z.null(),
    errors: ['PICTURE_HELD'],
  }),
  bin: call({
    method: 'GET',
    path: '/emr-api/v1/clinicImage/bin/{patientId}',
    doc: '患者删除不到 30 天的图片',
    spec: null,
    allow: resource(DELETE),
    also: ['/imageData:view'],
    params: { patientId: idOf('患者') },
    output: z.array(
      z.object({
        id: z.string(),
        photoName: z.string(),
        type: z.number(),
        stageName: z.string(),
        deletedAt: moment,
        deletedName: z.string(),
        daysLeft: wholeNumber('天数', 0, BIN_DAYS),
      }),
    ),
  }),
  restore: call({
    method: 'POST',
    path: '/emr-api/v1/clinicImage/restore',
    doc: '恢复一张删除不到 30 天的图片；它的阶段也已删除时一并恢复',
    spec: null,
    allow: resource(DELETE),
    body: { id: idOf('图片') },
    output: changed,
    errors: ['PICTURE_TWICE'],
  }),
  addStage: call({
    method: 'POST',
    path: '/emr-api/v1/clinicImage/stage/add',
    doc: '为患者新增一个影像阶段',
    spec: 'v1-clinic-image-stage-add',
    allow: resource(UPLOAD),
    body: { clinicId: idOf('门诊').nullable().default(null), patientId: idOf('患者'), name: stageName, stageTime },
    output: changed,
  }),
  stages: call({
    method: 'GET',
    path: '/emr-api/v1/clinicImage/stage/list/{patientId}',
    doc: '患者的影像阶段，新的在前；各有几张，九宫格还缺哪些',
    spec: 'v1-clinic-image-stage-list',
    allow: resource(VIEW),
    scope: 'all',
    params: { patientId: idOf('患者') },
    output: z.array(stage),
  }),
  removeStage: call({
    method: 'POST',
    path: '/emr-api/v1/clinicImage/stage/delete',
    doc: '删除一个阶段；有图片时须说明移到哪个阶段，或一并删除',
    spec: 'v1-clinic-image-stage-delete',
    allow: resource(DELETE),
    body: {
      id: idOf('阶段'),
      moveTo: idOf('移到的阶段').nullable().default(null),
      withPictures: z.boolean({ error: '请选择是否一并删除' }).default(false),
    },
    output: z.null(),
    errors: ['STAGE_HAS_PICTURES', 'PICTURE_HELD', 'NOT_FOUND'],
  }),
  updateStage: call({
    method: 'POST',
    path: '/emr-api/v1/clinicImage/stage/update',
    doc: '修改阶段的名称、日期',
    spec: 'v1-clinic-image-stage-update',
    allow: resource(UPLOAD),
    body: { stageId: idOf('阶段'), name: stageName, stageTime, version: version.nullable().default(null) },
    output: changed,
  }),
  link: call({
    method: 'POST',
    path: '/emr-api/v1/clinicImage/link',
    doc: '给手机的一次性上传链接：30 分钟，只能向这个患者的这个阶段上传',
    spec: null,
    allow: resource(UPLOAD),
    body: { imageStageId: idOf('阶段') },
    output: z.object({ token: z.string(), expiresAt: moment }),
  }),
  open: call({
    method: 'POST',
    path: '/emr-api/v1/clinicImage/public/open',
    doc: '手机打开上传链接：只换得上传凭证，读不到任何资料；一个链接只能打开一次',
    spec: null,
    allow: anyone,
    body: { token },
    output: z.object({
      uploadToken: z.string(),
      uploadUrl: z.string(),
      prefix: z.string(),
      expiresAt: moment,
      most: z.number(),
    }),
    errors: ['PICTURE_LINK_DEAD', 'PICTURE_LINK_USED', 'TOO_MANY'],
  }),
} satisfies CallGroup
