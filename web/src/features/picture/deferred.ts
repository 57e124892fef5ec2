import { deferred } from '../../lib/deferred.ts'

export const Viewer = deferred(async () => (await import('./Viewer.tsx')).Viewer)
export const StageDialog = deferred(async () => (await import('./stage-dialogs.tsx')).StageDialog)
export const RemoveStageDialog = deferred(async () => (await import('./stage-dialogs.tsx')).RemoveStageDialog)
export const PictureDialog = deferred(async () => (await import('./PictureDialog.tsx')).PictureDialog)
export const TakeSlots = deferred(async () => (await import('./TakeSlots.tsx')).TakeSlots)
export const ChoosePictures = deferred(async () => (await import('./ChoosePictures.tsx')).ChoosePictures)
export const BinDialog = deferred(async () => (await import('./BinDialog.tsx')).BinDialog)
export const PhoneDialog = deferred(async () => (await import('./PhoneDialog.tsx')).PhoneDialog)
export const BeforeAfter = deferred(async () => (await import('./BeforeAfter.tsx')).BeforeAfter)
