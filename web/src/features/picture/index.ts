export { BeforeAfter } from './deferred.ts'
export { PhoneUpload } from './PhoneUpload.tsx'
export { PicturesBeside } from './PicturesBeside.tsx'
export { PictureWall } from './PictureWall.tsx'
