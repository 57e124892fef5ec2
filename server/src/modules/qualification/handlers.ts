import { PICTURE_PREFIX, type qualification } from '@dentin/contract/qualification'
import { AppError } from '../../platform/errors.ts'
import { openPicture, savePicture } from '../../platform/files/pictures.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { visiblePicture } from './access.ts'

export const qualificationHandlers: Handlers<typeof qualification> = {
  upload: async ({ tx, services, accountId }, { paperType, file }) => {
    if (!file) throw new AppError('BAD_INPUT', { message: '请选择要上传的文件' })
    const { id } = await savePicture(tx, services, { accountId, paperType }, file)
    return { prefix: PICTURE_PREFIX, path: id }
  },
  picture: async (context, { id }) => openPicture(context.services, await visiblePicture(context, id)),
}
