import { FirstChild } from './first-child.tsx'

/** /wechatSetting: leads to the system settings. */
export default function WechatSetting() {
  return <FirstChild of="/wechatSetting" />
}
