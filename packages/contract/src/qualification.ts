import { z } from 'zod'
import { call, signedIn, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import { idOf, oneWord } from './core/fields.ts'

/** Refusals of this domain: codes 30000 to 30999. */
export const qualificationErrors = {} as const satisfies Record<string, ErrorEntry>

/** What a picture is of. */
export const PAPER_TYPES = ['avatar', 'idCard', 'cert', 'businessLicense', 'permitLicense'] as const
export type PaperType = (typeof PAPER_TYPES)[number]

/** Where a picture is read: prefix + path, with the token in the header. */
export const PICTURE_PREFIX = '/sms-api/picture/'

/** A picture that was sent in, in an answer. */
const picture = z.object({ prefix: z.string(), path: z.string() })

/** Qualification reviews: doctors and organisations. */
export const qualification = {
  upload: call({
    method: 'POST',
    path: '/sms-api/upload',
    doc: '上传图片（头像、证件、证照）：jpeg、jpg、png，10M 以内；重新绘制后保存，不含拍摄信息。用 prefix + path 读取',
    spec: 'upload',
    allow: signedIn,
    query: { paperType: oneWord('图片种类', PAPER_TYPES) },
    upload: { field: 'file', maxBytes: 10 * 1024 * 1024, types: ['image/jpeg', 'image/png'], redraw: 2560 },
    output: picture,
    errors: ['UPLOAD_TOO_LARGE', 'UPLOAD_WRONG_TYPE', 'TOO_MANY'],
  }),
  picture: call({
    method: 'GET',
    path: '/sms-api/picture/{id}',
    doc: '读取图片：本人，或所属门诊的管理员；其他人视为不存在',
    spec: null,
    allow: signedIn,
    params: { id: idOf('图片') },
    output: z.null(),
    answer: 'file',
    errors: ['NOT_FOUND'],
  }),
} satisfies CallGroup
