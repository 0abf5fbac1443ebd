import { createDeviceSetting } from '../../ui/device-setting.ts';

const setting = createDeviceSetting('sightline-keys');

/** Whether single-key shortcuts are on (WCAG 2.1.4); they are by default. */
export const areShortcutsOn = (): boolean => setting.read() !== 'off';

/** Turns single-key shortcuts on or off, and remembers the choice on this device. */
export const setShortcutsOn = (isOn: boolean): void => setting.write(isOn ? null : 'off');
