/** The token of this tab: gone when the tab is closed, never sent anywhere but to the service. */
const KEY = 'sortition-token';

export const readToken = (): string | null => sessionStorage.getItem(KEY);

export const keepToken = (token: string): void => sessionStorage.setItem(KEY, token);

export const forgetToken = (): void => sessionStorage.removeItem(KEY);
