/** What somebody without a clinic is told in place of a screen that belongs to one. */
export const NO_CLINIC_PROMPT = '您还没有所属门诊信息，可以先申请创建门诊或者关联门诊，通过审核后即可体验全部功能！'

/** A way on from the prompt. */
export interface WayOn {
  label: string
  to: string
}

/**
 * What the prompt offers: menu type 2 founds a clinic or belongs to one; type 3, a recognised doctor, goes to the guide
 * page. A screen that does not exist is not offered.
 */
export function waysOn(menuType: 2 | 3, exists: (path: string) => boolean): WayOn[] {
  const ways =
    menuType === 3
      ? [{ label: '确定', to: '/clinicManage' }]
      : [
          { label: '创建门诊', to: '/userFactoryNav' },
          { label: '关联门诊', to: '/relateClinic' },
        ]
  return ways.filter((way) => exists(way.to))
}
