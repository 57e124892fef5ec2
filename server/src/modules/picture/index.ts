import { module } from '../../platform/module.ts'
import { definePictureJobs } from './bin.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { pictureHandlers } from './handlers.ts'
import { mergeRules } from './merge-rules.ts'
import { objectRoutes } from './object-routes.ts'

export { drawnPicture, thumbsOf } from './drawing.ts'
export { filmsOf, kindsBetween, type Film } from './films.ts'
export { hungPicture, picturesToHang } from './hanging.ts'
export { picturesAmong } from './images.ts'

/** What this module is to the rest of the house. */
export const pictureModule = module({
  name: 'picture',
  owns: ['clinic_image', 'clinic_image_copy', 'clinic_image_object', 'image_grant', 'image_stage'],
  reads: ['clinic', 'file_object'],
  handlers: { picture: pictureHandlers },
  jobs: definePictureJobs,
  topics: { picture: ['/imageData:view'] },
  constraints: {
    clinic_image_content_key: 'PICTURE_TWICE',
  },
  routes: objectRoutes,
  patient: { mergeRules, deletionGuard, copy: [copy] },
})
