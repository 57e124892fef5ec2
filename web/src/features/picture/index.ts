export { BeforeAfter, PicturesBeside } from './deferred.ts'
export { PhoneUpload } from './PhoneUpload.tsx'
export { PicturesOnPaper } from './PicturesOnPaper.tsx'
export { PictureWall } from './PictureWall.tsx'
