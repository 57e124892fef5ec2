export { PhoneUpload } from './PhoneUpload.tsx'
export { PictureWall } from './PictureWall.tsx'
