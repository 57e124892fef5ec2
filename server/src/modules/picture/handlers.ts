import type { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'
import { binOf, removePicture, restorePicture } from './bin.ts'
import { openLink, phoneLink, signedAddress } from './grants.ts'
import { addPicture, confirmGuesses, openPicture, picturesOf, turnPicture } from './images.ts'
import { addStage, removeStage, stagesOf, updateStage } from './stages.ts'

export const pictureHandlers: Handlers<typeof contract.picture> = {
  stsWeb: signedAddress,
  sts: signedAddress,
  rotate: turnPicture,
  rotateOnce: (context, { imageId, version }) =>
    turnPicture(context, { imageId, version, angle: 90, flip: false, clinicId: null, urlName: null }),
  add: addPicture,
  confirm: confirmGuesses,
  list: picturesOf,
  view: openPicture,
  remove: removePicture,
  bin: binOf,
  restore: restorePicture,
  addStage,
  stages: stagesOf,
  removeStage,
  updateStage,
  link: phoneLink,
  open: openLink,
}
