import { createDeviceSetting } from '../ui/device-setting.ts';

const setting = createDeviceSetting('sightline-keys');

/** Whether single keys act on this device (WCAG 2.1.4); they do unless they were turned off. */
export const keysAreOn = (): boolean => setting.read() !== 'off';

/** Remembers the choice on this device, or for this page where the browser stores nothing. */
export const chooseKeys = (on: boolean): void => setting.write(on ? null : 'off');
