import type { Screen } from '../screen.ts'

export const entranceScreens = [
  { path: '/login', title: '登录', area: 'accounts', public: true, frame: 'bare' },
  { path: '/register', title: '注册', area: 'accounts', public: true, frame: 'bare' },
  { path: '/agreement', title: '用户协议', area: 'accounts', public: true, frame: 'bare' },
  { path: '/privacy', title: '隐私政策', area: 'accounts', public: true, frame: 'bare' },
  { path: '/forgits', title: '找回密码', area: 'accounts', public: true, frame: 'bare' },
  { path: '/change', title: '设置新密码', area: 'accounts', public: true, frame: 'bare' },
  { path: '/complete', title: '密码已重置', area: 'accounts', public: true, frame: 'bare' },
  { path: '/wechatLogin', title: '微信登录', area: 'accounts', public: true, frame: 'bare' },
  { path: '/activityPage', title: '活动', area: 'accounts', public: true, frame: 'bare' },
  { path: '/book', title: '网上预约', area: 'appointments', public: true, frame: 'bare' },
  { path: '/queueScreen', title: '候诊屏', area: 'appointments', public: true, frame: 'bare' },
  { path: '/verify/:code', title: '文件核验', area: 'print', public: true, frame: 'bare' },
  { path: '/invoice', title: '自助开票', area: 'print', public: true, frame: 'bare' },
  { path: '/smsOutbox', title: '本地发件箱', area: 'accounts', public: true, frame: 'bare' },
  { path: '/pay', title: '支付宝付款', area: 'payment', public: true, frame: 'bare' },
  { path: '/wxPay', title: '微信付款', area: 'payment', public: true, frame: 'bare' },
  { path: '/medicareWxPay', title: '医保会员微信付款', area: 'payment', public: true, frame: 'bare' },
  { path: '/404', title: '没有找到页面', area: 'system', public: true, frame: 'bare' },
] as const satisfies readonly Screen[]
